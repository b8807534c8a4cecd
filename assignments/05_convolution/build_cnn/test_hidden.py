import pytest

from autograder.suite import (
    assert_close,
    assert_equal,
    check_vjp,
    count_parameters,
    load_weights,
    own_module,
    points,
    tensor,
)


def pair(student, reference, rng, *sizes):
    """The student's net and ours, with the same random weights and running statistics."""
    mine, theirs = own_module(reference.build_cnn, *sizes), student.build_cnn(*sizes)

    def drawn(name, entry):
        if name.endswith("running_var"):
            return tensor(rng.uniform(0.5, 2.0, size=entry.shape))
        if not entry.is_floating_point():
            return entry
        return tensor(1.5 * rng.normal(size=entry.shape) / max(1, entry[0].numel()) ** 0.5)

    mine.load_state_dict({name: drawn(name, entry) for name, entry in mine.state_dict().items()})
    theirs.eval()
    load_weights(theirs, mine.eval(), images(rng, sizes[3]))
    return theirs, mine


def images(rng, c, n=2):
    return tensor(rng.normal(size=(n, c, 32, 32)))


@points(3)
def test_net_matches_the_definition(student, reference, rng):
    """With the same weights, in evaluation mode, the logits are those of the definition."""
    for sizes in ((3, 4, 3, 3, 5), (5, 3, 1, 2, 4), (3, 2, 5, 1, 3)):
        theirs, mine = pair(student, reference, rng, *sizes)
        for n in (2, sizes[4]):  # also with as many images as classes
            x = images(rng, sizes[3], n)
            assert_close(theirs(x), mine(x).detach(), "the logits", atol=1e-5)


@points(2)
def test_training_mode(student, reference, rng):
    """In training mode the norms use the batch: the logits are right."""
    theirs, mine = pair(student, reference, rng, 3, 4, 2, 3, 5)
    theirs.train()
    x = images(rng, 3, n=4)
    assert_close(theirs(x), mine.train()(x).detach(), "the logits in training mode", atol=1e-4)


@points(2)
def test_gradients_reach_every_layer(student, reference, rng):
    """The images and every parameter get the gradients of the definition."""
    theirs, mine = pair(student, reference, rng, 3, 4, 2, 3, 5)
    check_vjp(theirs, mine, {"x": images(rng, 3)}, [tensor(rng.normal(size=(2, 5)))], rtol=1e-3, atol=1e-4)


@points(2)
def test_numbers_of_parameters(student):
    """The counts are right without any argument, for other kernels, numbers of filters and blocks, and the channels double
    twice.
    """
    for sizes, count in (
        ((), 94986),
        ((3, 32, 3), 94986),
        ((5, 32, 3), 260362),
        ((3, 64, 3), 374282),
        ((3, 32, 5), 390666),
        ((1, 4, 1), 74),
    ):
        assert_equal(count_parameters(student.build_cnn(*sizes)), count, "number of parameters")


def test_blocks_that_do_not_fit(student):
    """Six blocks are too many for 32 pixels, and none is too few: both raise ValueError. Five are allowed."""
    for blocks in (6, 0):
        with pytest.raises(ValueError):
            student.build_cnn(blocks=blocks)
    assert_equal(count_parameters(student.build_cnn(3, 4, 5, 1, 2)), 6298, "number of parameters of five blocks")


def test_even_kernels(student):
    """An even kernel cannot keep the size of a map, and raises ValueError, as one without pixels does."""
    for kernel in (4, 0, -1):
        with pytest.raises(ValueError):
            student.build_cnn(kernel=kernel)
    assert_equal(count_parameters(student.build_cnn(7, 2, 1, 1, 2)), 110, "number of parameters with kernels of 7 x 7")
