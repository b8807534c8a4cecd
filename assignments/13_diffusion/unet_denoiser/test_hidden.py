import numpy as np
import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_grads_close,
    assert_shape,
    assert_true,
    count_parameters,
    load_weights,
    points,
)

C_IN, BASE, T_DIM, N = 2, 3, 6, 3


def tensor(array):
    return torch.tensor(np.asarray(array), dtype=torch.float32)


def own_net(reference, *sizes):
    """Our net. Its random weights must not shift the random numbers that a replay in this process draws."""
    with torch.random.fork_rng():
        return reference.UNetDenoiser(*sizes)


def twins(student, reference, rng, change=lambda name, entry: entry):
    """The student's net and ours with the same random weights."""
    mine, theirs = own_net(reference, C_IN, BASE, T_DIM), student.UNetDenoiser(C_IN, BASE, T_DIM)
    state = {
        name: tensor(rng.normal(size=entry.shape) / max(1, entry[0].numel()) ** 0.5)
        for name, entry in mine.state_dict().items()
    }
    mine.load_state_dict(state)
    loaded = load_weights(theirs, mine, *batch(rng))  # which layer is which shows best before some are silent
    mine.load_state_dict({name: change(name, entry) for name, entry in state.items()})
    loaded.load(mine.state_dict())
    return theirs, mine


def batch(rng, height=8, width=4):
    return tensor(2 * rng.normal(size=(N, C_IN, height, width))), torch.tensor(rng.permutation(200)[:N])


@points(3)
def test_net_matches_the_definition(student, reference, rng):
    """With the same weights the guess is that of the definition, each image with its own step."""
    theirs, mine = twins(student, reference, rng)
    x, i = batch(rng)
    assert_close(theirs(x, i), mine(x, i).detach(), "the guess", rtol=1e-3, atol=1e-4)


def test_sizes_divisible_by_four(student, reference, rng):
    """From 28 to 14 to 7 and back, from 8 to 4 to 2 and back, and pictures that are no squares: the guess is right."""
    theirs, mine = twins(student, reference, rng)
    for height, width in ((28, 28), (8, 8), (4, 12)):
        x, i = batch(rng, height, width)
        found = theirs(x, i)
        assert_shape(found, (N, C_IN, height, width), "the guess")
        assert_close(found, mine(x, i).detach(), "the guess", rtol=1e-3, atol=1e-4)


@points(2)
def test_gradients_reach_every_layer(student, reference, rng):
    """The image and every parameter get the gradients of the definition."""
    theirs, mine = twins(student, reference, rng)
    x, i = batch(rng)
    leaf, dout = x.clone().requires_grad_(), tensor(rng.normal(size=x.shape))
    got = student.vjp(theirs, [x, i], [dout])
    dx, *wanted = torch.autograd.grad(mine(leaf, i), [leaf, *mine.parameters()], dout)
    assert_close(got.inputs[0], dx, "gradient of x", rtol=2e-3, atol=1e-3)
    names = [name for name, _ in mine.named_parameters()]
    assert_grads_close(got.parameters, dict(zip(names, wanted)), rtol=2e-3, atol=1e-3)


@points(2)
def test_bridges_carry_what_the_middle_loses(student, reference, rng):
    """With both ways up shut, the guess still depends on the image, through the bridges alone, as the definition says."""

    def shut(name, entry):
        return 0 * entry if name.startswith("up") else entry

    theirs, mine = twins(student, reference, rng, shut)
    x, i = batch(rng)
    found = theirs(x, i)
    assert_true(float((found - theirs(-x, i)).abs().max()) > 1e-3, "nothing of the image comes over the bridges")
    assert_close(found, mine(x, i).detach(), "the guess without the ways up", rtol=1e-3, atol=1e-4)


def test_noise_takes_all_values(student, reference, rng):
    """A last convolution with large weights gives a large guess: nothing behind it keeps it small or positive."""

    def loud(name, entry):
        """Large weights, and the second channel is the negative of the first: values of either sign, whatever is drawn."""
        if name == "last.bias":
            return 0 * entry
        return 50 * torch.stack([entry[0].sign(), -entry[0].sign()]) if name == "last.weight" else entry

    theirs, mine = twins(student, reference, rng, loud)
    x, i = batch(rng)
    found = theirs(x, i)
    assert_close(found, mine(x, i).detach(), "a large guess", rtol=1e-3, atol=1e-3)
    assert_true(float(found.max()) > 2 and float(found.min()) < -2, "the guess stays within narrow bounds")


def test_every_image_has_its_own_step(student, reference, rng):
    """The guess changes with the step, and an image alone is treated as in a batch."""
    theirs, _ = twins(student, reference, rng)
    x, i = batch(rng)
    together = theirs(x, i)
    assert_true(float((together - theirs(x, 199 - i)).abs().max()) > 1e-3, "the guess does not depend on the step")
    alone = torch.cat([theirs(x[n : n + 1], i[n : n + 1]) for n in range(N)])
    assert_close(alone, together, "guesses for single images", rtol=1e-3, atol=1e-4)


def test_numbers_of_parameters(student):
    """With base 32 and 128 numbers for the time there are 729313 parameters, with base 8 and 32 there are 46201."""
    for sizes, count in (((1, 32, 128), 729313), ((1, 8, 32), 46201), ((3, 4, 6), 11209)):
        assert_equal(count_parameters(student.UNetDenoiser(*sizes)), count, "number of parameters")
