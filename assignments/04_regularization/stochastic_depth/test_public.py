import numpy as np

from autograder.suite import assert_close, assert_shape, exercise


@exercise("stochastic_depth_probs")
class TestProbs:
    def test_five_blocks(self, student):
        """Five blocks down to 0.5: 0.9, 0.8, 0.7, 0.6, 0.5."""
        assert_close(student.stochastic_depth_probs(5, 0.5), np.array([0.9, 0.8, 0.7, 0.6, 0.5]), "the probabilities")


@exercise("drop_path")
class TestDropPath:
    def test_one_kept_and_one_dropped(self, student):
        """With keep 0.5, a draw of 0.2 keeps the branch and doubles it, a draw of 0.7 drops it."""
        x, branch = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[10.0, 20.0], [30.0, 40.0]])
        out = student.drop_path(x, branch, 0.5, np.array([0.2, 0.7]), True)
        assert_close(out, np.array([[21.0, 42.0], [3.0, 4.0]]), "out")

    def test_shape(self, student, rng):
        """The output has the shape of x, however many axes that has."""
        x, branch = rng.normal(size=(4, 3, 2, 5)), rng.normal(size=(4, 3, 2, 5))
        for train in (True, False):
            assert_shape(student.drop_path(x, branch, 0.8, rng.random(4), train), (4, 3, 2, 5), "out")
