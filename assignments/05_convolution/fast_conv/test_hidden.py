import time

import numpy as np
import pytest

from autograder.suite import (
    assert_close,
    assert_shape,
    check_pair,
    definition,
    exercise,
    gradcheck_pair,
    leaves_arguments,
    points,
    threshold,
)

AXES = {
    "x": ("image", "channel", "row", "column"),
    "w": ("kernel", "channel", "row", "column"),
    "b": ("kernel",),
    "out": ("image", "kernel", "row", "column"),
}
OPTIONS = ({}, {"stride": 2, "pad": 1}, {"groups": 2}, {"stride": 2, "pad": 2, "groups": 4})


def draw(rng, n=2, c=4, f=8, h=6, w=7, kh=3, kw=2, groups=1):
    return {"x": rng.normal(size=(n, c, h, w)), "w": rng.normal(size=(f, c // groups, kh, kw)), "b": rng.normal(size=f) + 2}


def many(rng):
    """The large sizes of the statement: four nested loops take several seconds for them."""
    return rng.normal(size=(16, 8, 32, 32)), rng.normal(size=(48, 8, 3, 3)), rng.normal(size=48)


def few(rng):
    """Small images, for a comparison of times: so small that no library spreads them over several cores."""
    return rng.normal(size=(4, 8, 10, 10)), rng.normal(size=(16, 8, 3, 3)), rng.normal(size=16)


def nested_loops(x, w, b):
    """Image, kernel, row, column: what the fast way is compared with."""
    xp = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    out = np.empty((len(x), len(w), *x.shape[2:]))
    for n, padded in enumerate(xp):
        for f, kernel in enumerate(w):
            for i in range(x.shape[2]):
                for j in range(x.shape[3]):
                    out[n, f, i, j] = b[f] + (padded[:, i : i + 3, j : j + 3] * kernel).sum()
    return out


def times_as_fast(call, x, w, b, wanted):
    """How often the quickest call fits into the computing time of the nested loops.

    For the loops only computing time counts, which a busy machine does not make longer. The student's code computes in another
    process, so that a clock has to do; a busy machine makes calls longer, never shorter, and gets more attempts.
    """
    loops, fast = [], []
    for _ in range(3):
        start = time.process_time()
        nested_loops(x, w, b)
        loops.append(time.process_time() - start)
    while len(fast) < 9 or (len(fast) < 40 and min(loops) < wanted * min(fast)):
        start = time.perf_counter()
        call()
        fast.append(time.perf_counter() - start)
    return min(loops) / min(fast)


@exercise("conv2d_im2col")
class TestForward:
    @points(3)
    def test_output_matches_the_definition(self, student, reference, rng):
        """Every output is the bias plus the sum over its window, times the kernel, for all strides and paddings."""
        for options in (*OPTIONS[:2], {"pad": 2}, {"stride": 3}):
            given = draw(rng)
            out, _ = student.conv2d_im2col_forward(*given.values(), **options)
            assert_close(out, reference.conv2d_im2col_forward(*given.values(), **options)[0], "out", axes=AXES["out"])

    @points(2)
    def test_groups(self, student, reference, rng):
        """With groups, a kernel sees the channels of its own part only."""
        for groups, options in ((2, {}), (4, {"stride": 2}), (2, {"pad": 1}), (1, {})):
            given = draw(rng, groups=groups)
            out, _ = student.conv2d_im2col_forward(*given.values(), **options, groups=groups)
            expected = reference.conv2d_im2col_forward(*given.values(), **options, groups=groups)[0]
            assert_close(out, expected, "out with groups", axes=AXES["out"])

    @definition
    def test_groups_are_convolutions_side_by_side(self, student, rng):
        """Two groups do what two convolutions on the halves of the channels do."""
        x, w, b = draw(rng, groups=2).values()
        out, _ = student.conv2d_im2col_forward(x, w, b, groups=2)
        for part in range(2):
            windows = np.lib.stride_tricks.sliding_window_view(x[:, 2 * part : 2 * part + 2], (3, 2), axis=(2, 3))
            mine = np.einsum("ncijuv,fcuv->nfij", windows, w[4 * part : 4 * part + 4]) + b[4 * part : 4 * part + 4, None, None]
            assert_close(out[:, 4 * part : 4 * part + 4], mine, "the maps of one group", axes=AXES["out"])

    def test_all_sizes_equal(self, student, reference, rng):
        """With as many images, channels, kernels and pixels, the axes still mean what they mean."""
        given = draw(rng, 3, 3, 3, 3, 3, 3, 3)
        out, _ = student.conv2d_im2col_forward(*given.values(), pad=1)
        assert_close(out, reference.conv2d_im2col_forward(*given.values(), pad=1)[0], "out", axes=AXES["out"])

    @points(2)
    def test_many_images(self, student, reference, rng):
        """16 images of 32 x 32 pixels with 48 kernels take less than two seconds, and the result is right."""
        x, w, b = many(rng)
        out, _ = student.conv2d_im2col_forward(x, w, b, pad=1)
        assert_shape(out, (16, 48, 32, 32), "out")
        some = np.sort(rng.permutation(16)[:2])  # two of them will do for the comparison
        assert_close(out[some], reference.conv2d_im2col_forward(x[some], w, b, pad=1)[0], "out", axes=AXES["out"])

    @points(3)
    def test_it_is_faster_than_nested_loops(self, student, rng):
        """On small images the result is right, and at least 5 times as fast as four nested loops."""
        x, w, b = few(rng)
        out, _ = student.conv2d_im2col_forward(x, w, b, pad=1)
        assert_close(out, nested_loops(x, w, b), "out", axes=AXES["out"])
        factor = times_as_fast(lambda: student.conv2d_im2col_forward(x, w, b, pad=1), x, w, b, 5.0)
        threshold(factor, at_least=5.0, name="times as fast as nested loops")

    def test_what_does_not_fit(self, student, reference, rng):
        """Groups that do not divide the channels or the kernels, and kernels of another depth, raise ValueError."""
        x, w, b = draw(rng).values()
        assert_close(student.conv2d_im2col_forward(x, w, b)[0], reference.conv2d_im2col_forward(x, w, b)[0], "out")
        for kernels, groups in ((w[:, :1], 3), (w[:6, :2], 4), (w[:7, :2], 2), (w[:, :3], 1), (w[:, :2], 1)):
            with pytest.raises(ValueError):
                student.conv2d_im2col_forward(x, kernels, b[: len(kernels)], groups=groups)
        with pytest.raises(ValueError):  # two groups divide the 8 kernels, but not the 3 channels
            student.conv2d_im2col_forward(x[:, :3], w[:, :1], b, groups=2)


@exercise("conv2d_im2col")
class TestBackward:
    @leaves_arguments
    @points(3)
    def test_gradients_match_the_definition(self, student, reference, rng):
        """dx, dw and db are the gradients of the forward pass, for strides, paddings and groups."""
        for options in OPTIONS:
            inputs = draw(rng, groups=options.get("groups", 1))
            check_pair(student, reference, "conv2d_im2col", inputs, kwargs=options, rng=rng, axes=AXES)
        equal = draw(rng, 3, 3, 3, 3, 3, 3, 3)
        check_pair(student, reference, "conv2d_im2col", equal, kwargs={"pad": 1}, rng=rng, axes=AXES)

    def test_gradients_agree_with_finite_differences(self, student, reference, rng):
        """Nudging x, w or b changes the loss as the gradients say."""
        inputs = draw(rng, groups=2)
        options = {"stride": 2, "pad": 1, "groups": 2}
        gradcheck_pair(student, reference, "conv2d_im2col", inputs, kwargs=options, rng=rng, axes=AXES)

    @points(2)
    def test_backward_is_faster_than_nested_loops(self, student, reference, rng):
        """The gradients for small images are right, and at least 3 times as fast as the four nested loops of a forward pass."""
        x, w, b = few(rng)
        _, cache = student.conv2d_im2col_forward(x, w, b, pad=1)
        dout = rng.normal(size=(4, 16, 10, 10))
        _, own = reference.conv2d_im2col_forward(x, w, b, pad=1)
        right = reference.conv2d_im2col_backward(dout, own)
        for name, found, wanted in zip(("dx", "dw", "db"), student.conv2d_im2col_backward(dout, cache), right):
            assert_close(found, wanted, name)
        factor = times_as_fast(lambda: student.conv2d_im2col_backward(dout, cache), x, w, b, 3.0)
        threshold(factor, at_least=3.0, name="backward: times as fast as nested loops")
