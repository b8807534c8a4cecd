import numpy as np
import pytest

from autograder.suite import assert_between, assert_close, definition, points


def draw_function(rng):
    """A wave with an offset, neither 0 at the left border nor monotone."""
    a, b, c = rng.uniform(1, 2), rng.uniform(4, 7), rng.uniform(1, 3)
    return lambda x: c + a * np.sin(b * x + 0.7)


def evaluate(net, x):
    w, b, c, c0 = (np.asarray(part, dtype=float) for part in net)
    z = np.outer(x, w) + b
    return float(c0) + (0.5 + 0.5 * np.tanh(z / 2)) @ c


@points(3)
def test_weights_match_the_definition(student, reference, rng):
    """All weights are those of the definition, for several numbers of cells."""
    for n, sharpness in ((7, 300.0), (4, 50.0), (2, 9.0)):
        f = draw_function(rng)
        wanted = reference.staircase_approx(f, n, sharpness)
        for name, found, right in zip(("w", "b", "c", "c0"), student.staircase_approx(f, n, sharpness), wanted, strict=True):
            assert_close(found, right, name)


@definition
@points(2)
def test_plateaus_are_the_values_in_the_middle(student, rng):
    """In the middle of every cell, a steep staircase has the value of f there."""
    f, n = draw_function(rng), 9
    middle = (np.arange(n) + 0.5) / n
    assert_close(
        evaluate(student.staircase_approx(f, n, 2000.0), middle), f(middle), "the staircase in the middle of the cells"
    )


@definition
def test_jumps_are_at_the_borders(student, rng):
    """At a border the staircase is halfway between its neighbours, and a little to the left it is still on the left plateau."""
    f, n = draw_function(rng), 6
    net = student.staircase_approx(f, n, 4000.0)
    borders, levels = np.arange(1, n) / n, f((np.arange(n) + 0.5) / n)
    assert_close(evaluate(net, borders), (levels[1:] + levels[:-1]) / 2, "the staircase at the borders")
    assert_close(evaluate(net, borders - 0.01), levels[:-1], "the staircase left of the borders")
    assert_close(evaluate(net, borders + 0.01), levels[1:], "the staircase right of the borders")


def test_more_cells_come_closer(student, rng):
    """Away from the jumps the error is at most the change of f over half a cell, so it falls with the number of cells."""
    f = draw_function(rng)
    x = np.linspace(0, 1, 2001)
    for n in (5, 20, 80):
        near = np.abs(x * n - np.round(x * n)) / n < 0.05 / n
        error = np.abs(evaluate(student.staircase_approx(f, n, 400.0 * n), x) - f(x))[~near].max()
        assert_between(float(error), 0, 2 * 7 * 0.5 / n * 1.01, "the greatest error away from the jumps")


def test_one_cell(student, rng):
    """A single cell is a constant without hidden units; fewer raise ValueError."""
    f = draw_function(rng)
    w, b, c, c0 = student.staircase_approx(f, 1, 10.0)
    for name, part in (("w", w), ("b", b), ("c", c)):
        assert_close(part, np.zeros(0), name)
    assert_close(c0, float(f(np.array([0.5]))[0]), "c0")
    with pytest.raises(ValueError):
        student.staircase_approx(f, 0, 10.0)


def test_steps_go_up_from_left_to_right(student, reference, rng):
    """A very soft step is a step; a sharpness of 0 or below raises ValueError."""
    f = draw_function(rng)
    for name, found, right in zip(
        ("w", "b", "c", "c0"), student.staircase_approx(f, 3, 0.5), reference.staircase_approx(f, 3, 0.5), strict=True
    ):
        assert_close(found, right, name)
    for wrong in (0.0, -20.0):
        with pytest.raises(ValueError):
            student.staircase_approx(f, 4, wrong)
