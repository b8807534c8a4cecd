import numpy as np

from autograder.suite import assert_close, assert_shape, check_backward, definition, gradcheck, leaves_arguments, points

AXES = ("image", "channel", "row", "column")


def pair(code, f):
    """Forward and backward with this factor, the backward with its only gradient in a tuple."""
    return (
        lambda x: code.upsample_nearest(x, f),
        lambda dout, cache: (code.upsample_nearest_backward(dout, cache),),
    )


def pooled(rng, n=2, c=3, h=2, w=3, k=2):
    """Positive values, and for each a place in its own window of k x k, no two planes alike."""
    u, v = rng.integers(0, k, size=(2, n, c, h, w))
    rows, columns = np.arange(h)[:, None] * k + u, np.arange(w) * k + v
    return rng.uniform(1, 2, size=(n, c, h, w)), rows * (w * k) + columns, (h * k, w * k)


@points(2)
def test_every_pixel_is_repeated(student, reference, rng):
    """Every pixel becomes a block of f x f."""
    for f, shape in ((2, (2, 3, 4, 5)), (3, (2, 3, 5, 4)), (3, (3, 3, 3, 3)), (1, (2, 3, 4, 5))):
        x = rng.normal(size=shape)
        assert_close(student.upsample_nearest(x, f)[0], reference.upsample_nearest(x, f)[0], "out", axes=AXES)


@points(2)
@leaves_arguments
def test_gradients_of_a_block_add_up(student, reference, rng):
    """dx is the gradient of the forward pass."""
    for f, shape in ((2, (2, 3, 4, 5)), (3, (3, 3, 3, 3))):
        inputs = {"x": rng.normal(size=shape)}
        check_backward(*pair(student, f), inputs, *pair(reference, f), rng=rng, axes={"x": AXES})


def test_gradients_agree_with_finite_differences(student, reference, rng):
    """Nudging a pixel changes the loss as dx says."""
    gradcheck(*pair(student, 2), {"x": rng.normal(size=(2, 2, 3, 4))}, reference=pair(reference, 2)[0], rng=rng)


@definition
def test_means_of_blocks_undo_it(student, rng):
    """The means of blocks give the image back; and no gradient is lost on the way back."""
    x, f = rng.normal(size=(2, 3, 4, 5)), 3
    out, cache = student.upsample_nearest(x, f)
    assert_shape(out, (2, 3, 12, 15), "out")
    assert_close(out.reshape(2, 3, 4, f, 5, f).mean(axis=(3, 5)), x, "means of blocks")
    dout = rng.uniform(1, 2, size=out.shape)
    dx = student.upsample_nearest_backward(dout, cache)
    assert_close(dx.sum(axis=(2, 3)), dout.sum(axis=(2, 3)), "sum of dx in each channel")


@points(2)
@leaves_arguments
def test_values_go_to_their_places(student, reference, rng):
    """Every value stands at its place in its own plane, and everything else is 0."""
    for sizes in ({}, {"h": 3, "w": 2, "k": 3}, {"n": 3, "h": 3, "w": 3, "k": 2}):
        given = pooled(rng, **sizes)
        assert_close(student.max_unpool2d(*given), reference.max_unpool2d(*given), "the images", axes=AXES)


@definition
def test_pooling_gives_the_values_back(student, rng):
    """Max pooling of the result gives the values back, and there is one value in each window."""
    x, index, (h, w) = pooled(rng)
    out = student.max_unpool2d(x, index, (h, w))
    assert_shape(out, (2, 3, h, w), "the images")
    blocks = out.reshape(2, 3, h // 2, 2, w // 2, 2)
    assert_close(blocks.max(axis=(3, 5)), x, "the greatest values of the windows")
    assert_close(blocks.sum(axis=(3, 5)), x, "the sums of the windows")
    picked = np.take_along_axis(out.reshape(2, 3, -1), index.reshape(2, 3, -1), axis=2)
    assert_close(picked.reshape(x.shape), x, "the values at their places")
