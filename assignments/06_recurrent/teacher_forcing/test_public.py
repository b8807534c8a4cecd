import numpy as np

from autograder.suite import assert_equal, assert_shape


def test_one_row(student):
    """The row 8 9 of length 2, padded to 3, is read as bos 8 9 pad and predicted as 8 9 eos pad."""
    dec_in, target, mask = student.teacher_forcing_io(np.array([[8, 9, 0]]), np.array([2]), 1, 2, 0)
    assert_equal(dec_in, np.array([[1, 8, 9, 0]]), "dec_in")
    assert_equal(target, np.array([[8, 9, 2, 0]]), "target")
    assert_equal(mask, np.array([[True, True, True, False]]), "mask")


def test_shapes(student, rng):
    """Each of the three results has one column more than y."""
    for found in student.teacher_forcing_io(rng.integers(3, 9, size=(4, 5)), np.array([5, 2, 3, 1]), 1, 2, 0):
        assert_shape(found, (4, 6), "a result")
