from autograder.suite import Rng, assert_close, assert_equal


def closeness(setting):
    """Best at lr = 0.1 and width 8."""
    return -abs(setting["lr"] - 0.1) - abs(setting["width"] - 8)


def test_grid(student):
    """Three learning rates times two widths are six settings, and the best is found."""
    best, score, table = student.hyperparameter_search({"lr": ("log", 0.01, 1.0, 3), "width": [8, 16]}, closeness, "grid")
    assert_equal(len(table), 6, "the number of settings")
    assert_close(float(best["lr"]), 0.1, "the best lr")
    assert_equal(int(best["width"]), 8, "the best width")
    assert_close(float(score), 0.0, "the best score", atol=1e-9)


def test_random(student):
    """Random search tries n settings, and its best score is the greatest of the table."""
    space = {"lr": ("log", 0.001, 1.0), "width": [4, 8]}
    _, score, table = student.hyperparameter_search(space, closeness, "random", 12, Rng("numpy", 1))
    assert_equal(len(table), 12, "the number of settings")
    assert_close(float(score), max(float(s) for _, s in table), "the best score")
