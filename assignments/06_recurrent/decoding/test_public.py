import numpy as np

from autograder.suite import assert_close, assert_equal, exercise

LOGP = np.log([[0.01, 0.09, 0.9], [0.5, 0.3, 0.2], [0.3, 0.3, 0.4]])
"""Tokens 0 and 1, and 2 to end; row 2 is also what follows the beginning (bos = 2 here)."""


@exercise("greedy_decode")
class TestGreedy:
    def test_known_sequence(self, student):
        """From token 1 the best next one is 0, then 2 = eos: probability 0.5 * 0.9."""
        tokens, score = student.greedy_decode(LOGP, 1, 2, 5)
        assert_equal(list(tokens), [0, 2], "tokens")
        assert_close(score, np.log(0.45), "score")


@exercise("beam_search")
class TestBeam:
    def test_two_hypotheses(self, student):
        """From token 1 with k = 2 and at most two tokens: "0 eos" has probability 0.45, "1 0" 0.15."""
        found = student.beam_search(LOGP, 1, 2, 2, 2)
        assert_equal([list(tokens) for tokens, _ in found], [[0, 2], [1, 0]], "tokens")
        assert_close([score for _, score in found], list(np.log([0.45, 0.15])), "scores")

    def test_scores_fall(self, student, rng):
        """The results come with falling scores."""
        scores = [score for _, score in student.beam_search(-rng.uniform(0.1, 3, size=(5, 5)), 0, 4, 4, 4)]
        assert scores == sorted(scores, reverse=True), "scores are not sorted"
