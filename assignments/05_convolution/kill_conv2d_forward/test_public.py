import numpy as np

from autograder.suite import accepts, assert_true


def sizes(x, w, stride, pad, dilation):
    return (
        len(x),
        len(w),
        (x.shape[2] + 2 * pad - dilation * (w.shape[2] - 1) - 1) // stride + 1,
        (x.shape[3] + 2 * pad - dilation * (w.shape[3] - 1) - 1) // stride + 1,
    )


def test_refuses_zeros(student):
    """An implementation that returns zeros is refused."""

    def zeros(x, w, b, stride=1, pad=0, dilation=1):
        return np.zeros(sizes(x, w, stride, pad, dilation))

    assert_true(not accepts(student.test_conv2d, zeros), "your test accepts maps that are all 0")


def test_refuses_the_bias_alone(student):
    """An implementation that returns nothing but the bias is refused."""

    def bias(x, w, b, stride=1, pad=0, dilation=1):
        return np.zeros(sizes(x, w, stride, pad, dilation)) + b[:, None, None]

    assert_true(not accepts(student.test_conv2d, bias), "your test accepts maps that do not depend on the image")
