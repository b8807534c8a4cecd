import numpy as np
import pytest

from autograder.suite import assert_between, assert_close, assert_equal, assert_true, leaves_arguments, points, signed

# torch divides by the length + 1e-6: that passes as well.
LOOSE = 1e-5


def draw(rng):
    """Tensors of several shapes and sizes; their length together is well above 2."""
    return [signed(rng, (3, 4)), 2 * signed(rng, 5), 0.1 * signed(rng, (2, 2, 2))]


def length(grads):
    return float(np.sqrt(sum((np.asarray(g) ** 2).sum() for g in grads)))


@points(2)
def test_long_gradients_are_shortened(student, reference, rng):
    """All tensors are multiplied by one factor, and the length from before is returned."""
    for c in (0.5, 1.5):
        grads = draw(rng)
        clipped, norm = student.clip_grad_norm(grads, c)
        wanted, right = reference.clip_grad_norm(grads, c)
        assert_close(clipped, wanted, "the clipped gradients", rtol=LOOSE)
        assert_close(norm, right, "the length")


@points(2)
def test_short_gradients_stay(student, reference, rng):
    """A gradient that is not longer than c stays exactly as it is, and its length is returned."""
    grads = draw(rng)
    for c in (1.01 * length(grads), 50.0):
        clipped, norm = student.clip_grad_norm(grads, c)
        assert_close(clipped, reference.clip_grad_norm(grads, c)[0], "the gradients")
        assert_close(norm, length(grads), "the length")


def test_the_length_afterwards(student, rng):
    """After clipping the whole gradient has the length c, and the direction that it had."""
    grads = draw(rng)
    clipped = student.clip_grad_norm(grads, 0.7)[0]
    assert_close(length(clipped), 0.7, "the length after clipping", rtol=LOOSE)
    inner = sum(float((a * b).sum()) for a, b in zip(clipped, grads, strict=True))
    assert_close(inner / (length(clipped) * length(grads)), 1.0, "the cosine between before and after", rtol=LOOSE)


def test_exactly_as_long_as_allowed(student):
    """A gradient of length 5 stays as it is for c = 5."""
    clipped, norm = student.clip_grad_norm([np.array([3.0]), np.array([-4.0])], 5.0)
    assert_close(clipped, [np.array([3.0]), np.array([-4.0])], "the gradients", rtol=LOOSE)
    assert_close(norm, 5.0, "the length")


def test_a_gradient_of_zeros(student):
    """A gradient of zeros stays one, and its length is 0."""
    clipped, norm = student.clip_grad_norm([np.zeros(3), np.zeros((2, 2))], 1.0)
    assert_close(clipped, [np.zeros(3), np.zeros((2, 2))], "the gradients")
    assert_equal(float(norm), 0.0, "the length")


@points(2)
@leaves_arguments
def test_entries_are_clamped(student, reference, rng):
    """Clipping by value: each entry on its own, on both sides."""
    grads = [*draw(rng), np.array([0.75, -0.75, 0.0])]
    for c in (0.75, 0.2):
        assert_close(student.clip_grad_value(grads, c), reference.clip_grad_value(grads, c), "the gradients")


def test_the_direction_may_change(student, rng):
    """Clipping by value: no entry is beyond c, signs stay, and small entries stay while large ones shrink."""
    big, small = rng.uniform(5, 9), rng.uniform(0.1, 0.4)
    clipped = student.clip_grad_value([np.array([big, small, -big, -small])], 0.5)
    assert_between(clipped[0], -0.5, 0.5, "the entries")
    assert_close(clipped[0], np.array([0.5, small, -0.5, -small]), "the gradient")


def test_bounds_that_make_no_sense(student):
    """A bound that is 0 or negative raises a ValueError."""
    for c in (0.0, -1.0):
        with pytest.raises(ValueError):
            student.clip_grad_norm([np.ones(2)], c)
        with pytest.raises(ValueError):
            student.clip_grad_value([np.ones(2)], c)


def test_small_bounds_make_sense(student, rng):
    """A small bound is a bound: norms and values below 1 can be asked for."""
    g = signed(rng, 4, 1.0, 2.0)
    assert_close(length(student.clip_grad_norm([g], 0.01)[0]), 0.01, "the length after clipping", rtol=LOOSE)
    clipped = student.clip_grad_value([g], 0.01)[0]
    assert_true(bool(np.all(np.abs(clipped) == 0.01)), "an entry is not at the bound")
