import numpy as np

from autograder.suite import assert_close, assert_equal, exercise

INF = np.inf


@exercise("top_k_filter")
class TestTopK:
    def test_known_rows(self, student):
        """Of (3, 0, 1) the two largest are 3 and 1; of (0, 5, 4) they are 5 and 4."""
        out = student.top_k_filter(np.array([[3.0, 0.0, 1.0], [0.0, 5.0, 4.0]]), 2)
        assert_close(out, np.array([[3.0, -INF, 1.0], [-INF, 5.0, 4.0]]), "the filtered logits")

    def test_ties_go_to_the_lower_id(self, student):
        """Of (2, 1, 2, 2), two stay: the first two of the three that are equal."""
        out = student.top_k_filter(np.array([2.0, 1.0, 2.0, 2.0]), 2)
        assert_close(out, np.array([2.0, -INF, 2.0, -INF]), "the filtered logits")


@exercise("sample_next_token")
class TestSampling:
    def test_known_draws(self, student):
        """Probabilities 0.25, 0.5 and 0.25 add up to 0.25, 0.75 and 1: u = 0.1, 0.6 and 0.9 give the ids 0, 1 and 2."""
        logits = np.log(np.array([[0.25, 0.5, 0.25]] * 3))
        assert_equal(student.sample_next_token(logits, np.array([0.1, 0.6, 0.9])), np.array([0, 1, 2]), "the ids")

    def test_temperature_zero(self, student):
        """At temperature 0 the largest logit is taken, whatever u is."""
        logits = np.array([[0.0, 2.0, 1.0], [5.0, 4.0, 5.0]])
        assert_equal(student.sample_next_token(logits, np.array([0.99, 0.99]), 0.0), np.array([1, 0]), "the ids")
