"""Which flaws of a convolution does the student's test notice?"""

from autograder.suite import points


def called(module, x, w, b, stride=1, pad=0, dilation=1):
    """Without the cache, which is the implementation's own affair."""
    return module.conv2d_forward(x, w, b, stride, pad, dilation)[0]


@points(2)
def test_notices_turned_kernels(student, versions, rng):
    """It notices kernels that are turned by 180 degrees."""
    versions.check(student.test_conv2d, rng, "kernel-flip", through=called)


@points(2)
def test_notices_exchanged_axes(student, versions, rng):
    """It notices kernels whose rows and columns are exchanged."""
    versions.check(student.test_conv2d, rng, "axes-swapped", through=called)


@points(2)
def test_notices_a_wrong_stride(student, versions, rng):
    """It notices a stride that is used along one axis only."""
    versions.check(student.test_conv2d, rng, "stride-rows-only", through=called)


@points(2)
def test_notices_wrong_padding(student, versions, rng):
    """It notices zeros that are missing on some sides of the images."""
    versions.check(student.test_conv2d, rng, "pad-one-side", through=called)


@points(2)
def test_notices_a_wrong_bias(student, versions, rng):
    """It notices a bias that is added too often, or not at all."""
    versions.check(student.test_conv2d, rng, "bias-times-channels", through=called)


@points(2)
def test_notices_a_wrong_dilation(student, versions, rng):
    """It notices taps that do not stand apart, although the dilation says so."""
    versions.check(student.test_conv2d, rng, "dilation-ignored", through=called)
