import numpy as np

from autograder.suite import (
    assert_close,
    assert_shape,
    check_pair,
    definition,
    exercise,
    gradcheck_pair,
    leaves_arguments,
    points,
)

AXES = {"x": ("image", "channel", "row", "column"), "w": ("channel", "row", "column"), "b": ("channel",)}
SETTINGS = ((1, 0), (2, 1), (3, 0), (1, 2))


def draw(rng, n=2, c=3, h=6, w=7, kh=3, kw=2):
    return {"x": rng.normal(size=(n, c, h, w)), "w": rng.normal(size=(c, kh, kw)), "b": rng.normal(size=c) + 1}


def full_convolution(x, w, b, stride, pad):
    """A full convolution by its definition, window by window."""
    xp = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    kh, kw = w.shape[2:]
    rows, columns = range(0, xp.shape[2] - kh + 1, stride), range(0, xp.shape[3] - kw + 1, stride)
    out = np.zeros((len(x), len(w), len(rows), len(columns)))
    for i, top in enumerate(rows):
        for j, left in enumerate(columns):
            out[:, :, i, j] = np.tensordot(xp[:, :, top : top + kh, left : left + kw], w, axes=([1, 2, 3], [1, 2, 3]))
    return out + b[:, None, None]


@exercise("depthwise_conv2d")
class TestDepthwise:
    @points(2)
    def test_every_channel_has_its_own_kernel(self, student, reference, rng):
        """Channel c of the output is channel c of the images with kernel c, plus bias c."""
        for stride, pad in SETTINGS:
            given = draw(rng)
            out, _ = student.depthwise_conv2d_forward(*given.values(), stride, pad)
            expected = reference.depthwise_conv2d_forward(*given.values(), stride, pad)[0]
            assert_close(out, expected, "out", axes=AXES["x"])
        given = draw(rng, 3, 3, 3, 3, 3, 3)
        out, _ = student.depthwise_conv2d_forward(*given.values(), pad=1)
        assert_close(out, reference.depthwise_conv2d_forward(*given.values(), pad=1)[0], "out for equal sizes")

    @definition
    def test_equals_a_full_convolution_with_zeros(self, student, rng):
        """It is the full convolution whose kernels are zero for all other channels."""
        x, w, b = draw(rng).values()
        full = np.zeros((3, 3, 3, 2))
        full[np.arange(3), np.arange(3)] = w
        for stride, pad in SETTINGS:
            out, _ = student.depthwise_conv2d_forward(x, w, b, stride, pad)
            assert_close(out, full_convolution(x, full, b, stride, pad), "out", axes=AXES["x"])

    def test_channels_stay_apart(self, student, rng):
        """Changing one channel of the images changes that channel of the output, and no other."""
        x, w, b = draw(rng).values()
        moved = x.copy()
        moved[:, 1] += rng.uniform(1, 2, size=moved[:, 1].shape)
        before, after = (student.depthwise_conv2d_forward(images, w, b)[0] for images in (x, moved))
        assert_shape(after, (2, 3, 4, 6), "out")
        changed = np.abs(after - before).max(axis=(0, 2, 3)) > 1e-9
        assert_close(changed.astype(float), np.array([0.0, 1.0, 0.0]), "which channels changed")

    @points(3)
    @leaves_arguments
    def test_gradients_match_the_definition(self, student, reference, rng):
        """dx, dw and db are the gradients of the forward pass, for every stride and padding."""
        for stride, pad in SETTINGS:
            options = {"stride": stride, "pad": pad}
            check_pair(student, reference, "depthwise_conv2d", draw(rng), kwargs=options, rng=rng, axes=AXES)
        equal = draw(rng, 3, 3, 3, 3, 3, 3)
        check_pair(student, reference, "depthwise_conv2d", equal, kwargs={"pad": 1}, rng=rng, axes=AXES)

    def test_gradients_agree_with_finite_differences(self, student, reference, rng):
        """Nudging x, w or b changes the loss as the gradients say."""
        options = {"stride": 2, "pad": 1}
        gradcheck_pair(student, reference, "depthwise_conv2d", draw(rng, h=5), kwargs=options, rng=rng, axes=AXES)


@exercise("pointwise_conv_forward")
class TestPointwise:
    @points(2)
    def test_channels_of_a_pixel_are_mixed(self, student, reference, rng):
        """At every pixel, the output is w times the channels, plus b."""
        for c, f, h, width in ((3, 4, 5, 6), (3, 3, 3, 3)):
            x, w, b = rng.normal(size=(2 if c != f else 3, c, h, width)), rng.normal(size=(f, c)), rng.normal(size=f) + 1
            out, _ = student.pointwise_conv_forward(x, w, b)
            assert_close(out, reference.pointwise_conv_forward(x, w, b)[0], "out", axes=AXES["x"])

    def test_places_do_not_matter(self, student, rng):
        """Moving the pixels about moves the output along."""
        x, w, b = rng.normal(size=(2, 3, 4, 5)), rng.normal(size=(4, 3)), rng.normal(size=4) + 1
        order = rng.permutation(20)

        def moved(images):
            return images.reshape(*images.shape[:2], 20)[:, :, order].reshape(images.shape)

        out, _ = student.pointwise_conv_forward(x, w, b)
        assert_shape(out, (2, 4, 4, 5), "out")
        again, _ = student.pointwise_conv_forward(moved(x), w, b)
        assert_close(again, moved(out), "out of the moved pixels")
        middle = np.einsum("fc,nc->nf", w, x[:, :, 2, 3]) + b
        assert_close(out[:, :, 2, 3], middle, "out at one pixel")

    @points(2)
    @leaves_arguments
    def test_separable_convolution_matches_the_definition(self, student, reference, rng):
        """Depthwise, then 1 x 1, with nothing between."""
        for stride, pad in SETTINGS:
            x, w_dw = rng.normal(size=(2, 3, 7, 6)), rng.normal(size=(3, 3, 3))
            w_pw, b = rng.normal(size=(4, 3)), rng.normal(size=4) + 1
            out = student.depthwise_separable_conv(x, w_dw, w_pw, b, stride, pad)
            expected = reference.depthwise_separable_conv(x, w_dw, w_pw, b, stride, pad)
            assert_close(out, expected, "out", axes=AXES["x"])
        plain = student.depthwise_separable_conv(x, w_dw, w_pw, b)
        assert_close(
            plain, reference.depthwise_separable_conv(x, w_dw, w_pw, b), "out without stride and padding", axes=AXES["x"]
        )
        equal = [rng.normal(size=shape) for shape in ((3, 3, 3, 3), (3, 3, 3), (3, 3), (3,))]
        assert_close(
            student.depthwise_separable_conv(*equal, pad=1),
            reference.depthwise_separable_conv(*equal, pad=1),
            "out for equal sizes",
        )

    @definition
    def test_separable_convolution_is_a_full_one_with_product_kernels(self, student, rng):
        """It is the full convolution with the kernels w_pw[f, c] * w_dw[c, u, v]."""
        x, w_dw = rng.normal(size=(2, 3, 7, 6)), rng.normal(size=(3, 3, 3))
        w_pw, b = rng.normal(size=(4, 3)), rng.normal(size=4) + 1
        full = np.einsum("fc,cuv->fcuv", w_pw, w_dw)
        for stride, pad in ((1, 0), (2, 1)):
            out = student.depthwise_separable_conv(x, w_dw, w_pw, b, stride, pad)
            assert_close(out, full_convolution(x, full, b, stride, pad), "out", axes=AXES["x"])
