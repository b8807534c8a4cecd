import torch

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_shape,
    check_vjp,
    count_parameters,
    load_weights,
    own_module,
    points,
    tensor,
)

SIZES = ((3, 3, 1), (3, 5, 1), (4, 4, 2), (3, 5, 2))
"""Without a projection, and with one for each of its two reasons and for both."""


def pair(student, reference, rng, *sizes, change=lambda name, entry: entry):
    """The student's block and ours, with the same random weights and running statistics."""
    mine, theirs = own_module(reference.BasicBlock, *sizes), student.BasicBlock(*sizes)

    def drawn(name, entry):
        if name.endswith("running_var"):
            return tensor(rng.uniform(0.5, 2.0, size=entry.shape))
        if not entry.is_floating_point():
            return entry
        return tensor(rng.normal(size=entry.shape) / max(1, entry[0].numel()) ** 0.5)

    state = {name: change(name, drawn(name, entry)) for name, entry in mine.state_dict().items()}
    mine.load_state_dict(state)
    theirs.eval()
    load_weights(theirs, mine.eval(), images(rng, sizes[0]), named=True)
    return theirs, mine


def images(rng, c, n=3, h=6, w=8):
    return tensor(rng.normal(size=(n, c, h, w)) + rng.normal(size=(c, 1, 1)))


@points(3)
def test_block_matches_the_definition(student, reference, rng):
    """In evaluation mode the result is that of the definition, with a projection and without."""
    for sizes in SIZES:
        theirs, mine = pair(student, reference, rng, *sizes)
        for shape in ({}, {"n": sizes[0], "h": sizes[0], "w": sizes[0]}):
            x = images(rng, sizes[0], **shape)
            assert_close(theirs(x), mine(x).detach(), "the result", atol=1e-5)


@points(2)
def test_training_mode(student, reference, rng):
    """In training mode the norms use the batch and keep running means: the result is right, and so is a later one in
    evaluation mode.
    """
    for sizes in SIZES:
        theirs, mine = pair(student, reference, rng, *sizes)
        x, later = images(rng, sizes[0]), images(rng, sizes[0])
        theirs.train()
        assert_close(theirs(x), mine.train()(x).detach(), "the result in training mode", atol=1e-4)
        theirs.eval()
        assert_close(theirs(later), mine.eval()(later).detach(), "the result after a step in training mode", atol=1e-4)


@points(2)
def test_gradients_reach_every_layer(student, reference, rng):
    """The input and every parameter get the gradients of the definition."""
    for sizes in ((3, 3, 1), (3, 5, 2)):
        theirs, mine = pair(student, reference, rng, *sizes)
        x = images(rng, sizes[0])
        check_vjp(theirs, mine, {"x": x}, [tensor(rng.normal(size=mine(x).shape))], rtol=1e-3, atol=1e-4)


@points(2)
def test_without_the_last_norm_the_way_around_is_left(student, reference, rng):
    """If bn2 returns 0, the result is the ReLU of the way around: of x itself where the shapes agree."""

    def silent(name, entry):
        return 0 * entry if name in ("bn2.weight", "bn2.bias") else entry

    theirs, _ = pair(student, reference, rng, 4, 4, 1, change=silent)
    x = images(rng, 4)
    assert_close(theirs(x), torch.relu(x), "the result", atol=1e-6)
    theirs, mine = pair(student, reference, rng, 4, 5, 2, change=silent)
    assert_close(theirs(x), torch.relu(mine.bn_proj(mine.proj(x))).detach(), "the result with a projection", atol=1e-5)


def test_odd_sizes(student, reference, rng):
    """With stride 2, maps of 7 x 5 become 4 x 3 on both ways, and the result is right."""
    theirs, mine = pair(student, reference, rng, 3, 4, 2)
    x = images(rng, 3, h=7, w=5)
    out = theirs(x)
    assert_shape(out, (3, 4, 4, 3), "the result")
    assert_close(out, mine(x).detach(), "the result", atol=1e-5)


def test_numbers_of_parameters(student):
    """64 channels throughout take 73984 parameters, from 64 to 128 with stride 2 it is 230144, and with stride 2 alone
    78208.
    """
    for sizes, count in (((64, 64), 73984), ((64, 128, 2), 230144), ((64, 64, 2), 78208), ((3, 5), 405)):
        assert_equal(count_parameters(student.BasicBlock(*sizes)), count, "number of parameters")
