import numpy as np

from autograder.suite import (
    assert_close,
    assert_shape,
    assert_true,
    check_pair,
    definition,
    exercise,
    gradcheck_pair,
    points,
)

AXES = {
    "x": ("image", "channel", "row", "column"),
    "w": ("kernel", "channel", "row", "column"),
    "b": ("kernel",),
    "out": ("image", "kernel", "row", "column"),
}


def draw(rng, n=2, c=3, f=4, h=6, w=7, kh=3, kw=2):
    return {"x": rng.normal(size=(n, c, h, w)), "w": rng.normal(size=(f, c, kh, kw)), "b": rng.normal(size=f) + 2}


def square(values):
    side = int(len(values) ** 0.5)
    return np.array(values, dtype=float).reshape(1, 1, side, side)


@exercise("conv2d_forward")
class TestForward:
    @points(3)
    def test_output_matches_the_definition(self, student, reference, rng):
        """Every output is the bias plus the sum over channels, rows and columns of its window, times the kernel."""
        for sizes in ({}, {"n": 3, "f": 3, "h": 3, "w": 3, "kh": 3, "kw": 3}):
            given = draw(rng, **sizes)
            pad = 1 if sizes else 0
            out, _ = student.conv2d_forward(*given.values(), pad=pad)
            assert_close(out, reference.conv2d_forward(*given.values(), pad=pad)[0], "out", axes=AXES["out"])

    @points(2)
    def test_stride_and_padding(self, student, reference, rng):
        """Stride and zero padding apply to rows and columns alike, on all four sides."""
        for stride, pad in ((2, 1), (3, 2), (2, 0), (1, 2)):
            given = draw(rng, h=7, w=9, kh=2, kw=3)
            out, _ = student.conv2d_forward(*given.values(), stride, pad)
            expected = reference.conv2d_forward(*given.values(), stride, pad)[0]
            assert_close(out, expected, "out with stride and padding", axes=AXES["out"])

    def test_square_kernels(self, student, reference, rng):
        """With square kernels and images, rows are still rows."""
        for side in (5, 3):  # also with kernels as large as the images
            given = draw(rng, h=side, w=side, kh=3, kw=3)
            out, _ = student.conv2d_forward(*given.values())
            assert_close(out, reference.conv2d_forward(*given.values())[0], "out", axes=AXES["out"])

    @points(2)
    def test_dilation(self, student, reference, rng):
        """The taps of a dilated kernel stand apart: the same as a larger kernel with zeros in between."""
        for dilation in (2, 3):
            x, w, b = draw(rng, h=9, w=8, kh=3, kw=2).values()
            spread = np.zeros((4, 3, 2 * dilation + 1, dilation + 1))
            spread[:, :, ::dilation, ::dilation] = w
            out, _ = student.conv2d_forward(x, w, b, 2, 1, dilation)
            expected = reference.conv2d_forward(x, spread, b, 2, 1)[0]
            assert_close(out, expected, "out with dilation", axes=AXES["out"])

    @definition
    def test_worked_example(self, student):
        """Three channels, padding 1, bias 2, worked out by hand."""
        x = [
            [[2, 1, 0, 0], [0, 0, 2, 1], [0, 2, 0, 1], [2, 1, 0, 1]],
            [[2, 2, 0, 0], [0, 0, 2, 1], [0, 0, 2, 0], [0, 1, 0, 1]],
            [[2, 1, 0, 0], [0, 0, 2, 1], [2, 0, 0, 0], [0, 1, 0, 1]],
        ]
        w = [
            [[1, 0, 0], [0, -2, 0], [0, 0, -1]],
            [[1, 2, 0], [2, 0, -1], [0, -1, 1]],
            [[0, 0, -2], [0, 1, 2], [-2, 2, 0]],
        ]
        out, _ = student.conv2d_forward(np.array([x], dtype=float), np.array([w], dtype=float), np.array([2.0]), pad=1)
        assert_shape(out, (1, 1, 4, 4), "out")
        expected = square([0, 5, 8, 0, 6, 10, 1, 5, 4, 0, 2, 11, 0, 1, 11, 3])
        assert_close(np.maximum(out, 0), expected, "out after ReLU")

    @definition
    def test_stride_two_by_hand(self, student):
        """The image 0, ..., 15 and the kernel 1, ..., 9 with stride 2 and padding 1."""
        out, _ = student.conv2d_forward(square(range(16)), square(range(1, 10)), np.zeros(1), stride=2, pad=1)
        assert_close(out, square([83, 178, 330, 528]), "out")

    @definition
    def test_a_kernel_with_one_tap_picks_one_pixel(self, student, rng):
        """A kernel with a single 1 shifts its channel."""
        x = rng.normal(size=(2, 3, 5, 6))
        for u, v, c in ((0, 2, 1), (2, 0, 0), (1, 1, 2)):
            w = np.zeros((1, 3, 3, 3))
            w[0, c, u, v] = 1
            out, _ = student.conv2d_forward(x, w, np.zeros(1))
            assert_close(out[:, 0], x[:, c, u : u + 3, v : v + 4], "the shifted channel")

    @definition
    def test_a_dilated_tap_picks_a_pixel_further_away(self, student, rng):
        """With dilation 2, tap (u, v) of a kernel sees the pixel 2u below and 2v to the right."""
        x = rng.normal(size=(2, 1, 7, 6))
        for u, v in ((0, 1), (2, 0), (1, 1)):
            w = np.zeros((1, 1, 3, 2))
            w[0, 0, u, v] = 1
            out, _ = student.conv2d_forward(x, w, np.zeros(1), dilation=2)
            assert_close(out[:, 0], x[:, 0, 2 * u : 2 * u + 3, 2 * v : 2 * v + 4], "the shifted channel")

    def test_linear_in_images_and_kernels(self, student, rng):
        """Without bias the output is linear in x, and linear in w; the bias is added once."""
        x, w, b = draw(rng).values()
        other = draw(rng)
        none = np.zeros(4)
        plain, _ = student.conv2d_forward(x, w, none)
        assert_true(float(np.ptp(plain)) > 1e-3, "out is the same everywhere")
        both, _ = student.conv2d_forward(x + other["x"], w, none)
        assert_close(both - plain, student.conv2d_forward(other["x"], w, none)[0], "out for the second image", atol=1e-9)
        both, _ = student.conv2d_forward(x, w + other["w"], none)
        assert_close(both - plain, student.conv2d_forward(x, other["w"], none)[0], "out for the second kernel", atol=1e-9)
        with_bias, _ = student.conv2d_forward(x, w, b)
        assert_close(with_bias - plain, np.broadcast_to(b[:, None, None], plain.shape), "what the bias adds", atol=1e-9)


@exercise("conv2d_backward")
class TestBackward:
    @points(3)
    def test_gradients_match_the_definition(self, student, reference, rng):
        """dx, dw and db are the gradients of the forward pass."""
        check_pair(student, reference, "conv2d", draw(rng), rng=rng, axes=AXES)
        equal = draw(rng, n=3, f=3, h=3, w=3, kh=3, kw=3)
        check_pair(student, reference, "conv2d", equal, kwargs={"pad": 1}, rng=rng, axes=AXES)

    @points(3)
    def test_stride_padding_and_dilation(self, student, reference, rng):
        """The gradients are right for every stride, padding and dilation."""
        for stride, pad, dilation in ((2, 0, 1), (1, 2, 1), (3, 1, 1), (1, 1, 2), (2, 1, 2)):
            options = {"stride": stride, "pad": pad, "dilation": dilation}
            check_pair(student, reference, "conv2d", draw(rng, h=8, w=6), kwargs=options, rng=rng, axes=AXES)

    def test_gradients_agree_with_finite_differences(self, student, reference, rng):
        """Nudging x, w or b changes the loss as the gradients say."""
        options = {"stride": 2, "pad": 1}
        gradcheck_pair(student, reference, "conv2d", draw(rng, kh=2, kw=3), kwargs=options, rng=rng, axes=AXES)

    @definition
    def test_by_hand(self, student):
        """The image 0, ..., 15, the kernel 1, ..., 9, stride 2 and padding 1, worked out by hand."""
        _, cache = student.conv2d_forward(square(range(16)), square(range(1, 10)), np.zeros(1), stride=2, pad=1)
        dx, dw, db = student.conv2d_backward(square([1, 2, 3, 4]), cache)
        assert_close(dx, square([5, 14, 10, 12, 14, 36, 24, 30, 15, 34, 20, 24, 24, 55, 32, 36]), "dx")
        assert_close(dw, square([20, 36, 43, 38, 68, 78, 62, 108, 118]), "dw")
        assert_close(db, np.array([10.0]), "db")

    def test_backward_is_the_adjoint_of_forward(self, student, rng):
        """Without bias, <conv(x), y> = <x, dx(y)> = <w, dw(y)>: the backward pass is the transposed linear map."""
        x, w, _ = draw(rng, h=7).values()
        for options in ({}, {"stride": 2, "pad": 1}, {"pad": 1, "dilation": 2}):
            out, cache = student.conv2d_forward(x, w, np.zeros(4), **options)
            y = rng.normal(size=out.shape)
            dx, dw, _ = student.conv2d_backward(y, cache)
            assert_shape(dx, x.shape, "dx")
            assert_shape(dw, w.shape, "dw")
            product = float((out * y).sum())
            assert_true(abs(product) > 1e-12, "out is zero")
            scale = float(np.abs(out * y).sum())
            assert_close((x * dx).sum() / scale, product / scale, "<x, dx> beside <conv(x), y>", atol=1e-9)
            assert_close((w * dw).sum() / scale, product / scale, "<w, dw> beside <conv(x), y>", atol=1e-9)

    def test_db_adds_up_all_places(self, student, rng):
        """A bias is added at every place of every image, so db is the sum of dout over all of them."""
        x, w, b = draw(rng).values()
        out, cache = student.conv2d_forward(x, w, b)
        dout = rng.normal(size=out.shape) + 1
        db = student.conv2d_backward(dout, cache)[2]
        assert_close(db, np.einsum("nfij->f", dout), "db")
