import numpy as np

from autograder.suite import assert_close, assert_shape, check_pair, definition, exercise, gradcheck_pair, points

AXES = {
    "x": ("image", "channel", "row", "column"),
    "w": ("channel", "kernel", "row", "column"),
    "b": ("kernel",),
    "out": ("image", "kernel", "row", "column"),
}
SETTINGS = ((1, 0), (2, 0), (2, 1), (3, 1), (1, 1))


def draw(rng, n=2, c=3, f=4, h=3, w=5, kh=4, kw=3):
    return {"x": rng.normal(size=(n, c, h, w)), "w": rng.normal(size=(c, f, kh, kw)), "b": rng.normal(size=f) + 2}


def square(values):
    side = int(len(values) ** 0.5)
    return np.array(values, dtype=float).reshape(1, 1, side, side)


def convolution(y, w, stride, pad):
    """The ordinary convolution of y with w (C, F, kh, kw), from F channels to C, by its definition."""
    yp = np.pad(y, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    kh, kw = w.shape[2:]
    rows, columns = range(0, yp.shape[2] - kh + 1, stride), range(0, yp.shape[3] - kw + 1, stride)
    out = np.zeros((len(y), len(w), len(rows), len(columns)))
    for i, top in enumerate(rows):
        for j, left in enumerate(columns):
            out[:, :, i, j] = np.tensordot(yp[:, :, top : top + kh, left : left + kw], w, axes=([1, 2, 3], [1, 2, 3]))
    return out


@exercise("conv_transpose2d_forward")
class TestForward:
    @points(3)
    def test_output_matches_the_definition(self, student, reference, rng):
        """Every pixel puts down its kernels; overlaps add up, the padding is cut off, the bias is added once."""
        for stride, pad in SETTINGS:
            given = draw(rng)
            out, _ = student.conv_transpose2d_forward(*given.values(), stride, pad)
            expected = reference.conv_transpose2d_forward(*given.values(), stride, pad)[0]
            assert_close(out, expected, "out", axes=AXES["out"])
        given = draw(rng, 3, 3, 3, 3, 3, 3, 3)
        out, _ = student.conv_transpose2d_forward(*given.values(), pad=1)
        assert_close(out, reference.conv_transpose2d_forward(*given.values(), pad=1)[0], "out for equal sizes")

    @definition
    @points(2)
    def test_adjoint_of_the_convolution(self, student, rng):
        """Without bias, <conv(y), x> = <y, convT(x)> for the convolution with the same kernels, stride and padding."""
        for stride, pad in SETTINGS:
            x, w, _ = draw(rng).values()
            out, _ = student.conv_transpose2d_forward(x, w, np.zeros(4), stride, pad)
            shape = (2, 4, 2 * stride - 2 * pad + 4, 4 * stride - 2 * pad + 3)
            assert_shape(out, shape, "out")
            y = rng.normal(size=shape)
            small = convolution(y, w, stride, pad)
            scale = float(np.abs(small * x).sum())
            assert_close(float((y * out).sum()) / scale, float((small * x).sum()) / scale, "<y, convT(x)>", atol=1e-9)

    @definition
    def test_by_hand(self, student):
        """The image [[1, 2], [3, 4]] and the kernel 1, ..., 9 with stride 2, without and with padding."""
        rows = [[1, 2, 5, 4, 6], [4, 5, 14, 10, 12], [10, 14, 36, 24, 30], [12, 15, 34, 20, 24], [21, 24, 55, 32, 36]]
        full = np.array(rows, dtype=float)[None, None]
        x, w = square([1, 2, 3, 4]), square(range(1, 10))
        out, _ = student.conv_transpose2d_forward(x, w, np.zeros(1), stride=2)
        assert_close(out, full, "out")
        out, _ = student.conv_transpose2d_forward(x, w, np.array([0.5]), stride=2, pad=1)
        assert_close(out, full[:, :, 1:4, 1:4] + 0.5, "out with padding and a bias")

    @definition
    def test_one_pixel_gives_its_kernel(self, student, rng):
        """An image of one pixel and one channel becomes the kernel, times the pixel."""
        w, value = rng.normal(size=(1, 2, 4, 3)), float(rng.uniform(1, 2))
        for stride in (1, 3):
            out, _ = student.conv_transpose2d_forward(np.full((1, 1, 1, 1), value), w, np.zeros(2), stride=stride)
            assert_close(out, value * w, "out")


@exercise("conv_transpose2d_backward")
class TestBackward:
    @points(3)
    def test_gradients_match_the_definition(self, student, reference, rng):
        """dx, dw and db are the gradients of the forward pass, for every stride and padding."""
        for stride, pad in SETTINGS:
            options = {"stride": stride, "pad": pad}
            check_pair(student, reference, "conv_transpose2d", draw(rng), kwargs=options, rng=rng, axes=AXES)
        equal = draw(rng, 3, 3, 3, 3, 3, 3, 3)
        check_pair(student, reference, "conv_transpose2d", equal, kwargs={"pad": 1}, rng=rng, axes=AXES)

    def test_gradients_agree_with_finite_differences(self, student, reference, rng):
        """Nudging x, w or b changes the loss as the gradients say."""
        options = {"stride": 2, "pad": 1}
        gradcheck_pair(student, reference, "conv_transpose2d", draw(rng, h=4), kwargs=options, rng=rng, axes=AXES)

    @definition
    @points(2)
    def test_dx_is_an_ordinary_convolution(self, student, rng):
        """dx is the convolution of dout with the same kernels, stride and padding; db is the sum over places."""
        for stride, pad in SETTINGS:
            x, w, b = draw(rng).values()
            _, cache = student.conv_transpose2d_forward(x, w, b, stride, pad)
            dout = rng.normal(size=(2, 4, 2 * stride - 2 * pad + 4, 4 * stride - 2 * pad + 3)) + 0.5
            dx, _, db = student.conv_transpose2d_backward(dout, cache)
            assert_close(dx, convolution(dout, w, stride, pad), "dx", axes=AXES["x"])
            assert_close(db, np.einsum("nfij->f", dout), "db")

    @definition
    def test_dw_of_one_pixel(self, student, rng):
        """For an image of one pixel, dw is dout times the pixel."""
        w, value = rng.normal(size=(1, 2, 4, 3)), float(rng.uniform(1, 2))
        _, cache = student.conv_transpose2d_forward(np.full((1, 1, 1, 1), value), w, np.zeros(2), stride=2)
        dout = rng.normal(size=(1, 2, 4, 3))
        assert_close(student.conv_transpose2d_backward(dout, cache)[1], value * dout, "dw")
