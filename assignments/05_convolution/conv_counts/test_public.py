from autograder.suite import assert_equal


def test_parameters(student):
    """96 kernels of 11 x 11 on 3 channels have 34944 parameters; 5 kernels of 1 x 1 on 10 channels have 55."""
    assert_equal(student.conv_param_count(3, 96, 11, 11), 34944, "parameters of 3 -> 96, 11 x 11")
    assert_equal(student.conv_param_count(10, 5, 1, 1), 55, "parameters of 10 -> 5, 1 x 1")


def test_multiplications(student):
    """One kernel of 3 x 3 on one channel of 4 x 4 pixels makes 4 outputs with 9 multiplications each."""
    assert_equal(student.conv_macs(4, 4, 1, 1, 3), 36, "multiply-adds")
