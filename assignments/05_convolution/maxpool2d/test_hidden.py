import numpy as np

from autograder.suite import (
    assert_close,
    assert_shape,
    assert_true,
    check_backward,
    definition,
    exercise,
    gradcheck,
    points,
)

AXES = ("image", "channel", "row", "column")
SETTINGS = ((2, None, 0), (3, 2, 0), (3, 1, 1), (2, 3, 1), (3, 2, 1), (5, 2, 2))


def draw(rng, *shape):
    """Values that all differ, by far more than a difference quotient moves them; no value is twice there."""
    size = int(np.prod(shape))
    return (rng.permutation(size).reshape(shape) - size / 2 + rng.uniform(0.1, 0.4)) / 5


def image(rows):
    return np.array(rows, dtype=float)[None, None]


def pair(code, k, stride, pad):
    """Forward and backward with these settings, the backward with its only gradient in a tuple."""
    return (
        lambda x: code.maxpool2d_forward(x, k, stride, pad),
        lambda dout, cache: (code.maxpool2d_backward(dout, cache),),
    )


@exercise("maxpool2d_forward")
class TestForward:
    @points(2)
    def test_every_window_gives_its_maximum(self, student, reference, rng):
        """Every output is the largest value of its window, in its own channel."""
        for k, stride, pad in SETTINGS:
            x = draw(rng, 2, 3, 7, 8)
            out, _ = student.maxpool2d_forward(x, k, stride, pad)
            assert_close(out, reference.maxpool2d_forward(x, k, stride, pad)[0], "out", axes=AXES)
        x = draw(rng, 3, 3, 3, 3)
        out, _ = student.maxpool2d_forward(x, 3, 1, 1)
        assert_close(out, reference.maxpool2d_forward(x, 3, 1, 1)[0], "out for equal sizes", axes=AXES)

    @definition
    def test_windows_lie_side_by_side_unless_told_otherwise(self, student, rng):
        """Without a stride, windows of k x k lie side by side."""
        x = draw(rng, 2, 3, 6, 9)
        out, _ = student.maxpool2d_forward(x, 3)
        assert_close(out, x.reshape(2, 3, 2, 3, 3, 3).max(axis=(3, 5)), "out", axes=AXES)

    @definition
    def test_padding_never_wins(self, student, rng):
        """Around an image of negative values, the padding does not win."""
        x = -np.abs(draw(rng, 2, 2, 4, 5)) - 1
        out, _ = student.maxpool2d_forward(x, 3, 1, 1)
        expected = [[x[..., max(i - 1, 0) : i + 2, max(j - 1, 0) : j + 2].max(axis=(2, 3)) for j in range(5)] for i in range(4)]
        assert_close(out, np.array(expected).transpose(2, 3, 0, 1), "out of negative images")
        out, _ = student.maxpool2d_forward(image([[-1, -2], [-3, -4]]), 3, stride=1, pad=1)
        assert_close(out, np.full((1, 1, 2, 2), -1.0), "out of [[-1, -2], [-3, -4]]")

    @definition
    def test_stride_larger_than_the_window(self, student, rng):
        """Windows start a stride apart, also where that leaves pixels out."""
        x = draw(rng, 2, 3, 8, 7)
        out, _ = student.maxpool2d_forward(x, 1, stride=3)
        assert_close(out, x[:, :, ::3, ::3], "out for k = 1 and stride 3")
        out, _ = student.maxpool2d_forward(x, 2, stride=3)
        assert_shape(out, (2, 3, 3, 2), "out")
        assert_close(out[:, :, 1, 1], x[:, :, 3:5, 3:5].max(axis=(2, 3)), "the window in the second row and column")

    def test_windows_of_one_pixel_change_nothing(self, student, rng):
        """With k = 1 the output is x, and a larger image gives no smaller output."""
        x = draw(rng, 2, 3, 4, 5)
        assert_close(student.maxpool2d_forward(x, 1)[0], x, "out for k = 1")
        square = x[..., :4]
        whole = square.max(axis=(2, 3), keepdims=True)
        assert_close(student.maxpool2d_forward(square, 4)[0], whole, "out for a window as large as the image")
        more = x + rng.uniform(0, 1, size=x.shape)
        smaller, larger = student.maxpool2d_forward(x, 2)[0], student.maxpool2d_forward(more, 2)[0]
        assert_shape(larger, (2, 3, 2, 2), "out")
        assert_true(bool((larger >= smaller).all()), "out becomes smaller where x becomes larger")


@exercise("maxpool2d_backward")
class TestBackward:
    @points(3)
    def test_gradient_goes_to_the_winner(self, student, reference, rng):
        """dx is the gradient of the forward pass: each window's gradient goes to its maximum."""
        for setting in SETTINGS:
            x = {"x": draw(rng, 2, 3, 7, 8)}
            check_backward(*pair(student, *setting), x, *pair(reference, *setting), rng=rng, axes={"x": AXES})
        check_backward(*pair(student, 3, 1, 1), {"x": draw(rng, 3, 3, 3, 3)}, *pair(reference, 3, 1, 1), rng=rng)

    def test_gradients_agree_with_finite_differences(self, student, reference, rng):
        """Nudging a pixel changes the loss as dx says."""
        right, _ = pair(reference, 3, 2, 1)
        gradcheck(*pair(student, 3, 2, 1), {"x": draw(rng, 2, 2, 6, 7)}, reference=right, rng=rng)

    @definition
    @points(2)
    def test_first_of_equal_values_takes_all(self, student):
        """If several pixels share the maximum, the first in reading order takes the whole gradient."""
        _, cache = student.maxpool2d_forward(np.ones((1, 1, 3, 3)), 2, stride=1)
        dx = student.maxpool2d_backward(image([[1, 2], [3, 4]]), cache)
        assert_close(dx, image([[1, 2, 0], [3, 4, 0], [0, 0, 0]]), "dx of an image of ones")
        _, cache = student.maxpool2d_forward(image([[0, 7, 1, 2], [7, 7, 6, 6]]), 2)
        dx = student.maxpool2d_backward(image([[5, 3]]), cache)
        assert_close(dx, image([[0, 5, 0, 0], [0, 0, 3, 0]]), "dx of two windows with equal values")

    @definition
    def test_a_pixel_that_wins_often_gets_the_sum(self, student):
        """A pixel that wins four windows gets the sum of their gradients."""
        _, cache = student.maxpool2d_forward(image([[0, 1, 0], [2, 9, 3], [0, 4, 0]]), 2, stride=1)
        dx = student.maxpool2d_backward(image([[1, 2], [3, 4]]), cache)
        assert_close(dx, image([[0, 0, 0], [0, 10, 0], [0, 0, 0]]), "dx")

    def test_no_gradient_is_lost(self, student, rng):
        """dx sums to the sum of dout in every channel, and is 0 where a pixel wins nothing."""
        x = draw(rng, 2, 3, 7, 8)
        out, cache = student.maxpool2d_forward(x, 2)
        dout = rng.uniform(1, 2, size=out.shape)
        dx = student.maxpool2d_backward(dout, cache)
        assert_shape(dx, x.shape, "dx")
        assert_close(dx.sum(axis=(2, 3)), dout.sum(axis=(2, 3)), "sum of dx in each channel")
        assert_true(bool((np.count_nonzero(dx, axis=(2, 3)) == out[0, 0].size).all()), "not one pixel a window gets a gradient")
