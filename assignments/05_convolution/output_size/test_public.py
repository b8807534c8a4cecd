import pytest

from autograder.suite import assert_equal


def test_known_sizes(student):
    """227 with 11 taps and stride 4 gives 55; 7 with 2 taps and stride 2 gives 3; 32 with 3 taps and padding 1 stays 32."""
    assert_equal(student.conv_output_size(227, 11, stride=4), 55, "227, k = 11, stride 4")
    assert_equal(student.conv_output_size(7, 2, stride=2), 3, "7, k = 2, stride 2")
    assert_equal(student.conv_output_size(32, 3, pad=1), 32, "32, k = 3, pad 1")


def test_transposed(student):
    """A transposed convolution with 3 taps and stride 2 takes 2 to 5."""
    assert_equal(student.conv_output_size(2, 3, stride=2, transposed=True), 5, "2, k = 3, stride 2, transposed")


def test_too_large_a_kernel(student):
    """Five taps do not fit into four entries: ValueError."""
    with pytest.raises(ValueError):
        student.conv_output_size(4, 5)
