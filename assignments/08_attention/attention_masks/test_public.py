import numpy as np

from autograder.suite import assert_equal, exercise


@exercise("causal_mask")
class TestCausal:
    def test_three_tokens(self, student):
        """The first of three tokens sees itself, the last sees all."""
        wanted = np.array([[True, False, False], [True, True, False], [True, True, True]])
        assert_equal(student.causal_mask(3), wanted, "the mask")

    def test_more_keys_than_queries(self, student):
        """Two new tokens behind one old one: both see it."""
        wanted = np.array([[True, True, False], [True, True, True]])
        assert_equal(student.causal_mask(2, 3), wanted, "the mask")


@exercise("padding_mask")
class TestPadding:
    def test_two_sequences(self, student):
        """Of two sequences filled up to three tokens, one has two tokens and the other three."""
        wanted = np.array([[[[True, True, False]]], [[[True, True, True]]]])
        assert_equal(student.padding_mask(np.array([2, 3]), 3), wanted, "the mask")
