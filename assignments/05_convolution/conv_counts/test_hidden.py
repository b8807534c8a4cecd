import numpy as np

from autograder.suite import assert_close, assert_equal, definition, leaves_arguments, points


@points(2)
def test_parameters_by_counting(student, reference, rng):
    """The count is that of an array of kernels and an array of biases."""
    for groups in (1, 2, 3):
        c_in, c_out = groups * int(rng.integers(2, 6)), groups * int(rng.integers(6, 9))
        kh, kw = int(rng.integers(1, 4)), int(rng.integers(4, 8))
        for bias in (True, False):
            expected = reference.conv_param_count(c_in, c_out, kh, kw, groups, bias)
            assert_equal(student.conv_param_count(c_in, c_out, kh, kw, groups, bias), expected, "number of parameters")


@definition
def test_known_layers(student):
    """Layers of well-known nets have the numbers of parameters that are printed in their papers."""
    layers = [(3, 32, 5, 5), (32, 64, 3, 3), (64, 128, 3, 3), (3, 64, 3, 3), (1, 6, 5, 5), (6, 16, 5, 5)]
    counts = [student.conv_param_count(*layer) for layer in layers]
    assert_equal(counts, [2432, 18496, 73856, 1792, 156, 2416], "numbers of parameters")
    assert_equal(student.conv_param_count(3, 5, 7, 7, bias=False), 735, "3 -> 5, 7 x 7 without bias")
    depthwise = student.conv_param_count(3, 3, 7, 7, groups=3, bias=False)
    pointwise = student.conv_param_count(3, 5, 1, 1, bias=False)
    assert_equal(depthwise + pointwise, 162, "the same, depthwise and then 1 x 1")


@definition
def test_small_kernels_in_a_row_are_cheaper(student, rng):
    """Two layers of 3 x 3 have 18 C^2 weights, one of 5 x 5 has 25 C^2; three have 27 C^2, one of 7 x 7 has 49 C^2."""
    c = int(rng.integers(3, 40))
    for k, many in ((5, 25), (7, 49)):
        assert_equal(student.conv_param_count(c, c, k, k, bias=False), many * c * c, "weights of the large kernel")
    assert_equal(student.conv_param_count(c, c, 3, 3, bias=False), 9 * c * c, "weights of the small kernel")


@points(2)
@leaves_arguments
def test_multiplications_by_counting(student, reference, rng):
    """Every output takes one multiply-add for each weight of its kernel."""
    for groups, stride, pad in ((1, 1, 0), (1, 2, 1), (2, 3, 0), (3, 2, 2), (1, 1, 2)):
        h, w = int(rng.integers(8, 12)), int(rng.integers(12, 17))
        c_in, c_out, k = groups * int(rng.integers(2, 6)), groups * int(rng.integers(6, 9)), int(rng.integers(2, 5))
        expected = reference.conv_macs(h, w, c_in, c_out, k, stride, pad, groups)
        assert_equal(student.conv_macs(h, w, c_in, c_out, k, stride, pad, groups), expected, "number of multiply-adds")
    for h, w in ((3, 8), (9, 3)):
        expected = reference.conv_macs(h, w, 2, 5, 3)
        assert_equal(student.conv_macs(h, w, 2, 5, 3), expected, "number of multiply-adds of one row or column of windows")


@definition
def test_multiplications_of_one_loop(student, rng):
    """The number is that of the innermost steps of the nested loops."""
    h, w, c_in, c_out, k, stride, pad = 7, 9, int(rng.integers(2, 5)), int(rng.integers(5, 8)), 3, 2, 1
    places = len(range(0, h + 2 * pad - k + 1, stride)) * len(range(0, w + 2 * pad - k + 1, stride))
    expected = places * int(np.prod([c_out, c_in, k, k]))
    assert_equal(student.conv_macs(h, w, c_in, c_out, k, stride=stride, pad=pad), expected, "number of multiply-adds")


def test_saving_of_a_separable_convolution(student, rng):
    """Depthwise and then 1 x 1 takes 1/C_out + 1/k^2 of the work of a full convolution."""
    for k, c_out in ((3, 256), (5, int(rng.integers(4, 60)))):
        h, c_in = int(rng.integers(7, 12)), int(rng.integers(2, 9))
        full = student.conv_macs(h, h, c_in, c_out, k, pad=k // 2)
        depthwise = student.conv_macs(h, h, c_in, c_in, k, pad=k // 2, groups=c_in)
        pointwise = student.conv_macs(h, h, c_in, c_out, 1)
        assert_equal(full, h * h * c_in * c_out * k * k, "multiply-adds of the full convolution")
        assert_close((depthwise + pointwise) / full, 1 / c_out + 1 / k**2, "the share of the work")
