import numpy as np

from autograder.suite import assert_close, assert_equal


def test_four_runs(student):
    """Scores that are known: the run with optimizer "b" and rate 0.1 is the best."""
    scores = {("a", 0.01): 1.0, ("a", 0.1): 3.0, ("b", 0.01): 2.0, ("b", 0.1): 4.0}
    best, table = student.lr_grid_search(
        lambda theta, name, lr: theta + scores[name, lr],
        lambda theta: float(theta[0]),
        lambda theta: -float(theta[0]),
        np.zeros(1),
        ["a", "b"],
        [0.01, 0.1],
    )
    assert_close(table, np.array([[1.0, 3.0], [2.0, 4.0]]), "the table")
    assert_equal(best, {"name": "b", "lr": 0.1, "test": -4.0}, "the best run")
