import numpy as np

from autograder.suite import (
    assert_close,
    assert_shape,
    check_backward,
    definition,
    exercise,
    gradcheck,
    leaves_arguments,
    points,
)

AXES = ("image", "channel", "row", "column")
SETTINGS = ((2, None), (3, 2), (2, 1), (2, 3))


def pair(code, k, stride):
    """Forward and backward with these settings, the backward with its only gradient in a tuple."""
    return (
        lambda x: code.avgpool2d_forward(x, k, stride),
        lambda dout, cache: (code.avgpool2d_backward(dout, cache),),
    )


def global_pair(code):
    return code.global_avg_pool, lambda dout, cache: (code.global_avg_pool_backward(dout, cache),)


@exercise("avgpool2d")
class TestAveragePool:
    @points(2)
    def test_every_window_gives_its_mean(self, student, reference, rng):
        """Every output is the mean of its window, in its own channel."""
        for k, stride in SETTINGS:
            x = rng.normal(size=(2, 3, 7, 8)) + 1
            out, _ = student.avgpool2d_forward(x, k, stride)
            assert_close(out, reference.avgpool2d_forward(x, k, stride)[0], "out", axes=AXES)
        x = rng.normal(size=(3, 3, 3, 3))
        assert_close(student.avgpool2d_forward(x, 1)[0], x, "out for windows of one pixel", axes=AXES)
        whole = x.mean(axis=(2, 3), keepdims=True)
        assert_close(student.avgpool2d_forward(x, 3)[0], whole, "out for a window as large as the image", axes=AXES)

    @definition
    def test_windows_lie_side_by_side_unless_told_otherwise(self, student, rng):
        """Without a stride, the means are those of blocks side by side, and a constant stays what it is."""
        x = rng.normal(size=(2, 3, 6, 9))
        out, _ = student.avgpool2d_forward(x, 3)
        assert_close(out, x.reshape(2, 3, 2, 3, 3, 3).mean(axis=(3, 5)), "out", axes=AXES)
        level = float(rng.uniform(1, 3))
        out, _ = student.avgpool2d_forward(np.full((2, 3, 5, 6), level), 2)
        assert_close(out, np.full((2, 3, 2, 3), level), "out of a constant image")

    @points(3)
    @leaves_arguments
    def test_gradient_is_shared_out(self, student, reference, rng):
        """dx is the gradient of the forward pass: every pixel of a window gets the same share."""
        for setting in SETTINGS:
            x = {"x": rng.normal(size=(2, 3, 7, 8))}
            check_backward(*pair(student, *setting), x, *pair(reference, *setting), rng=rng, axes={"x": AXES})
        check_backward(*pair(student, 2, 1), {"x": rng.normal(size=(3, 3, 3, 3))}, *pair(reference, 2, 1), rng=rng)

    def test_gradients_agree_with_finite_differences(self, student, reference, rng):
        """Nudging a pixel changes the loss as dx says."""
        right, _ = pair(reference, 3, 2)
        gradcheck(*pair(student, 3, 2), {"x": rng.normal(size=(2, 2, 7, 6))}, reference=right, rng=rng)

    def test_no_gradient_is_lost(self, student, rng):
        """dx sums to the sum of dout in every channel, also where windows overlap."""
        x = rng.normal(size=(2, 3, 5, 6))
        for k, stride in ((2, 2), (3, 1)):
            out, cache = student.avgpool2d_forward(x, k, stride)
            dout = rng.uniform(1, 2, size=out.shape)
            dx = student.avgpool2d_backward(dout, cache)
            assert_shape(dx, x.shape, "dx")
            assert_close(dx.sum(axis=(2, 3)), dout.sum(axis=(2, 3)), "sum of dx in each channel")


@exercise("global_avg_pool")
class TestGlobal:
    @points(2)
    def test_mean_of_each_map(self, student, reference, rng):
        """Every map gives one number, the mean of its pixels."""
        for shape in ((2, 3, 4, 5), (3, 3, 3, 3)):
            x = rng.normal(size=shape) + 1
            out, _ = student.global_avg_pool(x)
            assert_close(out, reference.global_avg_pool(x)[0], "out", axes=("image", "channel"))

    @points(2)
    @leaves_arguments
    def test_gradient_is_the_same_for_all_pixels(self, student, reference, rng):
        """dx is the gradient of the forward pass."""
        for shape in ((2, 3, 4, 5), (3, 3, 3, 3)):
            x = {"x": rng.normal(size=shape)}
            check_backward(*global_pair(student), x, *global_pair(reference), rng=rng, axes={"x": AXES})

    def test_gradients_agree_with_finite_differences(self, student, reference, rng):
        """Nudging a pixel changes the loss as dx says."""
        right, _ = global_pair(reference)
        gradcheck(*global_pair(student), {"x": rng.normal(size=(3, 2, 5, 4))}, reference=right, rng=rng)

    def test_places_do_not_matter(self, student, rng):
        """Moving the pixels of a map about does not change its mean; maps of any size are allowed."""
        x = rng.normal(size=(2, 3, 4, 6)) + 1
        mixed = x.reshape(2, 3, 24)[:, :, rng.permutation(24)].reshape(2, 3, 6, 4)
        first, _ = student.global_avg_pool(x)
        again, _ = student.global_avg_pool(mixed)
        assert_shape(first, (2, 3), "out")
        assert_close(again, np.einsum("nchw->nc", x) / 24, "out after moving the pixels")
        assert_close(first, again, "out before and after moving the pixels")
