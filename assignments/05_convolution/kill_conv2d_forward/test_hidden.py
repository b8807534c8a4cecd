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
def test_notices_a_bias_that_is_added_too_often(student, versions, rng):
    """It notices a bias that is added once for each channel."""
    versions.check(student.test_conv2d, rng, "bias-times-channels", through=called)


def test_notices_a_bias_that_is_lost(student, versions, rng):
    """It notices a bias that is not added, or is taken off."""
    lost = "mutant: conv2d_forward: statement dropped: out += b[:, None, None] -> pass"
    taken_off = "mutant: conv2d_forward: sign: out += b[:, None, None] -> out -= b[:, None, None]"
    versions.check(student.test_conv2d, rng, lost, taken_off, through=called)


@points(2)
def test_notices_a_wrong_dilation(student, versions, rng):
    """It notices taps that do not stand apart, although the dilation says so."""
    versions.check(student.test_conv2d, rng, "dilation-ignored", through=called)
