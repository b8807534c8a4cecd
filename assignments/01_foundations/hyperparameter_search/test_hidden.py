import math

import numpy as np
import pytest

from autograder.suite import Rng, assert_between, assert_close, assert_equal, check_chi_square, check_ks, points


def source(rng):
    return Rng("numpy", int(rng.integers(2**32)))


def bowl(rng):
    """A score with one best place, at a known entry of a grid of 5 by 3 by 2; and the space."""
    lo = float(rng.uniform(1e-4, 1e-3))
    space = {"lr": ("log", lo, 2000 * lo, 5), "width": [8, 16, 32], "act": ["relu", "tanh"]}
    rates, chosen = np.geomspace(lo, 2000 * lo, 5), rng.integers([5, 3, 2])
    goal = {"lr": float(rates[chosen[0]]), "width": space["width"][chosen[1]], "act": space["act"][chosen[2]]}

    def score(setting):
        far = abs(math.log(setting["lr"] / goal["lr"])) + abs(setting["width"] - goal["width"]) / 8
        return 3.0 - far - (setting["act"] != goal["act"])

    return space, score, goal


@points(3)
def test_the_grid_matches_the_definition(student, reference, rng):
    """Every combination is tried once, in the order of the statement, with its score."""
    space, score, _ = bowl(rng)
    wanted = reference.hyperparameter_search(space, score, "grid")[2]
    found = student.hyperparameter_search(space, score, "grid")[2]
    assert_equal(len(found), 30, "the number of settings")
    for (setting, value), (right, right_value) in zip(found, wanted, strict=True):
        assert_equal(sorted(setting), ["act", "lr", "width"], "the names of a setting")
        assert_close(float(setting["lr"]), right["lr"], "lr")
        assert_equal([setting["width"], setting["act"]], [right["width"], right["act"]], "width and act")
        assert_close(float(value), right_value, "the score of a setting")


@points(2)
def test_the_best_of_the_grid_is_found(student, reference, rng):
    """The planted best setting is returned, with its score."""
    space, score, goal = bowl(rng)
    best, value, _ = student.hyperparameter_search(space, score, "grid")
    assert_close(float(value), reference.hyperparameter_search(space, score, "grid")[1], "the best score")
    assert_close(float(best["lr"]), goal["lr"], "the best lr")
    assert_equal([best["width"], best["act"]], [goal["width"], goal["act"]], "the best width and act")


def test_points_of_a_logarithmic_axis(student, rng):
    """Both ends are tried, and each value is the same factor times the one before."""
    lo = float(rng.uniform(0.01, 0.1))
    for k in (int(rng.integers(3, 7)), 2):
        table = student.hyperparameter_search({"x": ("log", lo, 300 * lo, k)}, lambda s: s["x"], "grid")[2]
        found = np.array([float(setting["x"]) for setting, _ in table])
        assert_close(found, lo * 300 ** (np.arange(k) / (k - 1)), "the values")


def test_of_equal_scores_the_first_wins(student):
    """Where several settings have the best score, the first of them is returned."""
    scores = {1: 0.0, 2: 5.0, 3: 1.0, 4: 5.0, 5: 5.0}
    best, value, _ = student.hyperparameter_search({"x": [1, 2, 3, 4, 5]}, lambda s: scores[s["x"]], "grid")
    assert_equal(int(best["x"]), 2, "the best x")
    assert_close(float(value), 5.0, "the best score")


def test_each_setting_is_scored_once(student, rng):
    """Scores may be expensive: the score is called once for each setting, in the order of the table."""
    for mode, space, rest in (
        ("grid", {"x": [3, 1, 2], "y": [0, 5]}, ()),
        ("random", {"x": [1, 2, 3], "y": ("lin", 0.0, 1.0)}, (6, source(rng))),
    ):
        called = []

        def score(setting):
            called.append((setting["x"], float(setting["y"])))  # noqa: B023
            return float(setting["y"])

        table = student.hyperparameter_search(space, score, mode, *rest)[2]
        assert_equal(len(called), 6, "the number of calls of the score")
        assert_equal(called, [(setting["x"], float(setting["y"])) for setting, _ in table], "the settings that were scored")


def test_the_lowest_score_of_all_is_a_score(student):
    """Minus infinity is a number like any other: it loses against every other, and wins where nothing else is there."""
    scores = [-math.inf, -math.inf, -7.0]
    for names, best_x, best_value in (([0, 1, 2], 2, -7.0), ([1, 0], 1, -math.inf)):
        best, value, _ = student.hyperparameter_search({"x": names}, lambda s: scores[s["x"]], "grid")
        assert_equal(int(best["x"]), best_x, "the best x")
        assert_equal(float(value), best_value, "the best score")


@pytest.mark.parametrize("place", [0, 2, 3])
def test_nan_never_wins(student, place):
    """A score that is nan is in the table, wherever it occurs, but never the best."""
    scores = [-4.0, -1.0, -3.0, -2.0]
    scores[place] = math.nan
    best, value, table = student.hyperparameter_search({"x": [0, 1, 2, 3]}, lambda s: scores[s["x"]], "grid")
    assert_equal(int(best["x"]), 1, "the best x")
    assert_close(float(value), -1.0, "the best score")
    assert_equal([math.isnan(v) for _, v in table], [i == place for i in range(4)], "which scores are nan")


def test_nothing_but_nan_is_refused(student):
    """If every score is nan, ValueError is raised."""
    with pytest.raises(ValueError):
        student.hyperparameter_search({"x": [1, 2]}, lambda s: math.nan, "grid")


@points(2)
def test_random_draws_follow_their_laws(student, rng):
    """Draws of "log" have a uniform logarithm, draws of "lin" are uniform, values of a list are equally frequent."""
    lo = float(rng.uniform(1e-4, 1e-2))
    space = {"lr": ("log", lo, 1e4 * lo), "drop": ("lin", 0.25, 0.75), "act": ["a", "b", "c"]}
    table = student.hyperparameter_search(space, lambda s: s["drop"], "random", 800, source(rng))[2]
    assert_equal(len(table), 800, "the number of settings")
    rates, drops = (np.array([float(setting[name]) for setting, _ in table]) for name in ("lr", "drop"))
    check_ks(np.log(rates / lo) / math.log(1e4), lambda t: np.clip(t, 0, 1), "the logarithms of lr")
    check_ks(2 * (drops - 0.25), lambda t: np.clip(t, 0, 1), "drop")
    counts = [sum(setting["act"] == name for setting, _ in table) for name in "abc"]
    check_chi_square(np.array(counts), np.full(3, 1 / 3), "act")
    together = float(np.corrcoef(np.log(rates), drops)[0, 1])
    assert_between(together, -0.2, 0.2, "the correlation of two settings that should be independent")


@points(2)
def test_the_best_of_random_draws(student, rng):
    """The best setting and score are the greatest of the table, whose scores belong to its settings."""
    space = {"x": ("log", 0.1, 10.0), "y": ("lin", -1.0, 1.0)}

    def score(s):
        return -((math.log(s["x"])) ** 2) - s["y"] ** 2

    best, value, table = student.hyperparameter_search(space, score, "random", 25, source(rng))
    scores = [score({"x": float(s["x"]), "y": float(s["y"])}) for s, _ in table]
    assert_equal(len(scores), 25, "the number of settings")
    assert_close(np.array([float(v) for _, v in table]), np.array(scores), "the scores in the table")
    assert_close(float(value), max(scores), "the best score")
    assert_close(score({"x": float(best["x"]), "y": float(best["y"])}), max(scores), "the score of the best setting")


def test_a_single_draw(student, rng):
    """One draw is enough for a random search: it is the best one."""
    best, value, table = student.hyperparameter_search({"x": [4, 9]}, lambda s: float(s["x"]), "random", 1, source(rng))
    assert_equal(len(table), 1, "the number of settings")
    assert_close(float(value), float(table[0][0]["x"]), "the best score")
    assert_equal(int(best["x"]), int(table[0][0]["x"]), "the best x")


def test_what_is_missing_is_refused(student, rng):
    """Unknown modes, and a random search without rng or without at least one draw, raise ValueError."""
    space = {"x": [1, 2]}
    for rest in (
        ("bayes",),
        ("random", 5),
        ("random", None, source(rng)),
        ("random", 0, source(rng)),
        ("random", -2, source(rng)),
    ):
        with pytest.raises(ValueError):
            student.hyperparameter_search(space, lambda s: 1.0, *rest)


def test_axes_that_no_grid_has_are_refused(student):
    """In a grid, another kind of axis, a range that makes no sense, and fewer than two points raise ValueError."""
    for spec in (
        ("lin", 0.1, 2.0, 3),
        ("log", 0.0, 2.0, 3),
        ("log", 2.0, 0.1, 3),
        ("log", 1.0, 1.0, 3),
        ("log", -2.0, -1.0, 3),
        ("log", 0.1, 2.0, 1),
        ("log", 0.1, 2.0),
        [],
    ):
        with pytest.raises(ValueError):
            student.hyperparameter_search({"x": [1, 2], "y": spec}, lambda s: 1.0, "grid")


def test_ranges_that_cannot_be_drawn_from_are_refused(student, rng):
    """In a random search, another kind of range, or one that makes no sense, raises ValueError."""
    for spec in (
        ("normal", 0.1, 2.0),
        ("log", 0.0, 2.0),
        ("log", 2.0, 0.1),
        ("log", 1.0, 1.0),
        ("lin", 2.0, 0.1),
        ("lin", 1.0, 1.0),
        ("log", 0.1, 2.0, 3),
        [],
    ):
        with pytest.raises(ValueError):
            student.hyperparameter_search({"x": [1, 2], "y": spec}, lambda s: 1.0, "random", 3, source(rng))


def test_a_uniform_range_may_begin_below_zero(student, rng):
    """Unlike the logarithmic one, a uniform range may begin at 0 or below."""
    table = student.hyperparameter_search({"y": ("lin", -1.0, 0.5)}, lambda s: s["y"], "random", 50, source(rng))[2]
    assert_between(np.array([float(setting["y"]) for setting, _ in table]), -1.0, 0.5, "the draws")
