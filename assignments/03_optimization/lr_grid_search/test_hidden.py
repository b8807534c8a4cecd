import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, points, signed

NAMES = ["sgd", "momentum", "adam"]
RATES = [1e-3, 1e-2, 1e-1, 1.0]


class Planted:
    """Runs whose results are known: theta after a run is theta0 plus a vector that belongs to name and rate."""

    def __init__(self, rng, table, names=NAMES, rates=RATES):
        self.names, self.rates, self.table = names, rates, np.array(table, dtype=float)
        self.theta0 = signed(rng, 2)
        self.sign = rng.choice([-1.0, 1.0])
        self.calls = {"val": 0, "test": 0}

    def train(self, theta, name, lr):
        return theta + np.array([self.table[self.names.index(name), self.rates.index(lr)], 1.0])

    def val(self, theta):
        self.calls["val"] += 1
        # A run that did not begin at theta0 has a second entry that tells it.
        return float(theta[0] - self.theta0[0] + 10 * (theta[1] - self.theta0[1] - 1))

    def test(self, theta):
        self.calls["test"] += 1
        return float(5 - 3 * (theta[0] - self.theta0[0]))

    def search(self, side):
        return side.lr_grid_search(self.train, self.val, self.test, self.theta0, self.names, self.rates)


def scores(rng, shape=(3, 4)):
    return rng.permutation(np.linspace(0.2, 0.9, shape[0] * shape[1])).reshape(shape)


def check(got, wanted):
    assert_close(got[1], wanted[1], "the table")
    assert_equal((got[0]["name"], got[0]["lr"]), (wanted[0]["name"], wanted[0]["lr"]), "the optimizer and rate of the best run")
    assert_close(got[0]["test"], wanted[0]["test"], "the test score of the best run")


@points(2)
def test_the_best_run_and_the_table(student, reference, rng):
    """The table of validation scores, and the best run with its test score."""
    table = scores(rng)
    check(Planted(rng, table).search(student), Planted(np.random.default_rng(0), table).search(reference))


@points(2)
def test_as_many_optimizers_as_rates(student, reference, rng):
    """Rows are optimizers and columns are rates, also if there are equally many."""
    table = scores(rng, (3, 3))
    check(
        Planted(rng, table, NAMES, RATES[:3]).search(student),
        Planted(np.random.default_rng(0), table, NAMES, RATES[:3]).search(reference),
    )


@points(2)
def test_runs_that_diverge(student, reference, rng):
    """A run with the score nan stands in the table, and does not win, wherever it stands."""
    for place in ((0, 0), (1, 2), (2, 3)):
        table = scores(rng)
        table[place] = np.nan
        check(Planted(rng, table).search(student), Planted(np.random.default_rng(0), table).search(reference))


def test_bad_scores_can_win(student, reference, rng):
    """Where all scores are negative, the greatest of them wins."""
    table = scores(rng) - 5
    check(Planted(rng, table).search(student), Planted(np.random.default_rng(0), table).search(reference))


def test_the_first_of_equals(student, rng):
    """Of equal scores the first one wins, row by row."""
    table = scores(rng) / 2
    table[1, 3] = table[2, 0] = 0.75
    best, _ = Planted(rng, table).search(student)
    assert_equal((best["name"], best["lr"]), ("momentum", 1.0), "the optimizer and rate of the best run")


def test_test_data_are_looked_at_once(student, rng):
    """The test score is asked for once, for the winner."""
    runs = Planted(rng, scores(rng))
    runs.search(student)
    assert_equal(runs.calls["test"], 1, "how often the test score was asked for")


def test_nothing_but_nan(student, rng):
    """If every run diverged, a ValueError is raised."""
    with pytest.raises(ValueError):
        Planted(rng, np.full((3, 4), np.nan)).search(student)
