import numpy as np

from autograder.suite import assert_close, assert_equal, exercise


@exercise("pad_sequences")
class TestPadding:
    def test_two_sequences(self, student):
        """[4, 5] and [6, 7, 8] become the rows [4, 5, 0] and [6, 7, 8]."""
        ids, lengths, mask = student.pad_sequences([np.array([4, 5]), np.array([6, 7, 8])])
        assert_equal(ids, np.array([[4, 5, 0], [6, 7, 8]]), "ids")
        assert_equal(lengths, np.array([2, 3]), "lengths")
        assert_equal(mask, np.array([[True, True, False], [True, True, True]]), "mask")


@exercise("gather_last_state")
class TestLastState:
    def test_two_sequences(self, student):
        """Of sequences with 1 and 3 valid steps, the states after the first and the third are taken."""
        h = np.arange(12.0).reshape(2, 3, 2)
        assert_close(
            student.gather_last_state(h, None, np.array([1, 3])),
            np.array([[0.0, 1.0], [10.0, 11.0]]),
            "states",
        )

    def test_both_directions(self, student):
        """The backward net's state stands behind it: the one at step 1."""
        h = np.arange(6.0).reshape(1, 3, 2)
        states = student.gather_last_state(h, -h - 1, np.array([2]))
        assert_close(states, np.array([[2.0, 3.0, -1.0, -2.0]]), "states")
