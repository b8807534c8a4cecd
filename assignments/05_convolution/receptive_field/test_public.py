from autograder.suite import assert_equal


def test_small_kernels_in_a_row(student):
    """Three layers of 3 x 3 see 3, 5 and 7 pixels; their outputs are as dense as the input."""
    fields, jump = student.receptive_field([(3, 1, 1)] * 3)
    assert_equal(list(fields), [3, 5, 7], "receptive fields")
    assert_equal(jump, 1, "the jump")


def test_stride(student):
    """Kernels of 3, 2, 1 and 4 with strides 1, 2, 1 and 2 see 3, 4, 4 and 10 pixels; the jump is 4."""
    fields, jump = student.receptive_field([(3, 1, 1), (2, 2, 1), (1, 1, 1), (4, 2, 1)])
    assert_equal(list(fields), [3, 4, 4, 10], "receptive fields")
    assert_equal(jump, 4, "the jump")
