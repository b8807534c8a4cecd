import torch

from autograder.suite import (
    assert_between,
    assert_close,
    assert_equal,
    assert_shape,
    assert_true,
    check_vjp,
    count_parameters,
    leaves_arguments,
    load_weights,
    own_module,
    points,
    tensor,
)

K = 3


def drawn(name, entry, rng):
    """Kernels of a size that keeps the signal alive, norms that differ from channel to channel; statistics as they begin."""
    if entry.dim() > 1:
        return tensor(1.5 * rng.normal(size=entry.shape) / entry[0].numel() ** 0.5)
    if name.endswith(("weight", "bias")):
        return tensor(0.4 * rng.normal(size=entry.shape) + name.endswith("weight"))
    return entry


def nets(student, reference, rng):
    """The student's net and ours with the same random weights."""
    net, mine = student.DCGANGenerator(K), own_module(reference.DCGANGenerator, K)
    mine.load_state_dict({name: drawn(name, entry, rng) for name, entry in mine.state_dict().items()})
    load_weights(net, mine, tensor(rng.normal(size=(4, K, 1, 1))))
    return net, mine


def test_numbers_of_parameters(student):
    """The number of parameters for four numbers of latents; without a number there are 100."""
    for k, count in (((32,), 558976), ((64,), 690048), ((100,), 837504), ((256,), 1476480), ((), 837504)):
        assert_equal(count_parameters(student.DCGANGenerator(*k)), count, "number of parameters")


@points(3)
@leaves_arguments
def test_matches_the_definition(student, reference, rng):
    """With the same weights, the images of a batch are those of the definition, in training mode."""
    net, mine = nets(student, reference, rng)
    for n in (4, K):
        z = tensor(rng.normal(size=(n, K, 1, 1)))
        assert_close(net(z), mine(z).detach(), "the images", rtol=1e-3, atol=1e-4)


@points(2)
def test_evaluation_mode(student, reference, rng):
    """After some batches, evaluation uses the running statistics, and a latent alone gives the image it gives in a batch."""
    net, mine = nets(student, reference, rng)
    z = tensor(rng.normal(size=(6, K, 1, 1)) + 0.5)
    for _ in range(2):
        assert_close(net(z), mine(z).detach(), "the images", rtol=1e-3, atol=1e-4)
    net.eval()
    mine.eval()
    right = mine(z[:2]).detach()
    assert_close(net(z[:2]), right, "images in evaluation mode", rtol=1e-3, atol=1e-4)
    assert_close(net(z[:1]), right[:1], "an image alone", rtol=1e-3, atol=1e-4)


@points(2)
def test_gradients(student, reference, rng):
    """Latents and all weights get the gradients of the definition."""
    net, mine = nets(student, reference, rng)
    z, dout = tensor(rng.normal(size=(4, K, 1, 1))), tensor(rng.normal(size=(4, 1, 28, 28)))
    check_vjp(net, mine, {"z": z}, [dout], rtol=5e-3, atol=2e-3)


def test_pixels_take_both_signs(student, reference, rng):
    """Pixels lie between -1 and 1, on both sides of 0, and come near to the ends where the last weights are large."""
    net, mine = nets(student, reference, rng)
    z = tensor(rng.normal(size=(4, K, 1, 1)))
    out = net(z)
    assert_shape(out, (4, 1, 28, 28), "the images")
    assert_between(out, -1, 1, "the pixels")
    assert_true(bool((out < -0.05).any() and (out > 0.05).any()), "pixels lie on one side of 0 only")
    assert_close(out, mine(z).detach(), "the images", rtol=1e-3, atol=1e-4)


def test_a_fresh_net_has_no_biases(student):
    """In a fresh net, only the norms have something to learn that is not a kernel: 896 numbers."""
    net = student.DCGANGenerator(K)
    shapes = [tuple(entry.shape) for entry in net.state_dict().values() if entry.dim() == 4]
    kernels = sum(int(torch.tensor(shape).prod()) for shape in set(shapes))
    assert_equal(count_parameters(net) - kernels, 896, "numbers that are not in a kernel")
