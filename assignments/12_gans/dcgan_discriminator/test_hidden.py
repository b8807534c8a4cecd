from autograder.suite import (
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

N = 4


def drawn(name, entry, rng):
    """Kernels of a size that keeps the signal alive, norms that differ from channel to channel; statistics as they begin."""
    if entry.dim() > 1:
        return tensor(1.5 * rng.normal(size=entry.shape) / entry[0].numel() ** 0.5)
    if name.endswith(("weight", "bias")):
        return tensor(0.4 * rng.normal(size=entry.shape) + name.endswith("weight"))
    return entry


def nets(student, reference, rng):
    """The student's net and ours with the same random weights."""
    net, mine = student.DCGANDiscriminator(), own_module(reference.DCGANDiscriminator)
    mine.load_state_dict({name: drawn(name, entry, rng) for name, entry in mine.state_dict().items()})
    load_weights(net, mine, images(rng))
    return net, mine


def images(rng, n=N):
    return tensor(rng.uniform(-1, 1, size=(n, 1, 28, 28)) + rng.normal(size=(n, 1, 1, 1)))


def test_number_of_parameters(student):
    """The number of parameters: kernels and two norms, nothing else."""
    assert_equal(count_parameters(student.DCGANDiscriminator()), 431872, "number of parameters")


@points(3)
@leaves_arguments
def test_matches_the_definition(student, reference, rng):
    """With the same weights, the logits of a batch are those of the definition, in training mode."""
    net, mine = nets(student, reference, rng)
    for n in (N, 2):
        x = images(rng, n)
        found = net(x)
        assert_shape(found, (n,), "the logits")
        assert_close(found, mine(x).detach(), "the logits", rtol=1e-3, atol=1e-4)


@points(2)
def test_evaluation_mode(student, reference, rng):
    """After some batches, evaluation uses the running statistics, and an image alone gets the logit it gets in a batch."""
    net, mine = nets(student, reference, rng)
    x = images(rng, 6)
    for _ in range(2):
        assert_close(net(x), mine(x).detach(), "the logits", rtol=1e-3, atol=1e-4)
    net.eval()
    mine.eval()
    right = mine(x).detach()
    assert_close(net(x), right, "logits in evaluation mode", rtol=1e-3, atol=1e-4)
    assert_close(net(x[:1]), right[:1], "the logit of an image alone", rtol=1e-3, atol=1e-4)


@points(2)
def test_gradients(student, reference, rng):
    """Pixels and all weights get the gradients of the definition."""
    net, mine = nets(student, reference, rng)
    check_vjp(net, mine, {"x": images(rng)}, [tensor(rng.normal(size=N))], rtol=5e-3, atol=2e-3)


def test_logits_are_not_squashed(student, reference, rng):
    """Logits lie on both sides of 0, and beyond 1 where the last kernel is large."""
    net, mine = nets(student, reference, rng)
    x = images(rng, 8)
    out = net(x)
    assert_close(out, mine(x).detach(), "the logits", rtol=1e-3, atol=1e-4)
    spread = float(out.detach().max() - out.detach().min())
    assert_true(spread > 1e-3, "all images have the same logit")


def test_brightness_counts(student, reference, rng):
    """Making all images brighter changes their logits as in the definition: the first layer has no norm."""
    net, mine = nets(student, reference, rng)
    x = images(rng)
    for more in (0.5, 2.0):
        assert_close(net(more * x + more), mine(more * x + more).detach(), "logits of brighter images", rtol=1e-3, atol=1e-4)
