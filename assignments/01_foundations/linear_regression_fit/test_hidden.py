import numpy as np
import pytest

from autograder.suite import assert_close, definition, points, signed


def draw(rng, sizes=(9, 14, 7), d=3, m=2, noise=1.0):
    """Chunks with means away from 0, and all rows together."""
    n = sum(sizes)
    X = rng.normal(size=(n, d)) + signed(rng, d)
    Y = X @ rng.normal(size=(d, m)) + 3 * signed(rng, m) + noise * rng.normal(size=(n, m))
    cuts = np.cumsum(sizes)[:-1]
    return list(zip(np.split(X, cuts), np.split(Y, cuts))), X, Y


def least_squares(X, Y):
    V = np.linalg.lstsq(np.column_stack([X, np.ones(len(X))]), Y, rcond=None)[0]
    return V[:-1], V[-1]


def compare(found, wanted):
    assert_close(found[0], wanted[0], "W", rtol=1e-7)
    assert_close(found[1], wanted[1], "b", rtol=1e-7)


@points(2)
def test_the_fit_matches_the_definition(student, reference, rng):
    """W and b are those of the definition, for several numbers of inputs and outputs."""
    for sizes, d, m in (((9, 14, 7), 3, 2), ((8, 8), 4, 4), ((20,), 2, 1), ((10, 10, 10), 1, 3)):
        chunks = draw(rng, sizes, d, m)[0]
        compare(student.linear_regression_fit(chunks), reference.linear_regression_fit(chunks))


@definition
def test_it_is_least_squares_on_all_rows(student, rng):
    """The fit is that of least squares on all rows at once."""
    chunks, X, Y = draw(rng)
    compare(student.linear_regression_fit(chunks), least_squares(X, Y))


def test_how_the_rows_are_cut_does_not_matter(student, rng):
    """One chunk, many chunks, and chunks of a single row give the same fit."""
    chunks, X, Y = draw(rng)
    wanted = least_squares(X, Y)
    rows = [(X[i : i + 1], Y[i : i + 1]) for i in range(len(X))]
    for pieces in ([(X, Y)], rows, chunks[::-1], [(X[:25], Y[:25]), (X[25:], Y[25:])]):
        compare(student.linear_regression_fit(pieces), wanted)


def test_the_chunks_can_be_read_once_only(student, rng):
    """Chunks that come one after the other, and not a second time, are enough."""
    chunks, X, Y = draw(rng)
    compare(student.linear_regression_fit(student.given.one_way.Once(chunks)), least_squares(X, Y))


def test_what_is_left_has_nothing_to_do_with_the_inputs(student, rng):
    """What the fit does not explain is orthogonal to every input and has mean 0."""
    chunks, X, Y = draw(rng)
    W, b = student.linear_regression_fit(chunks)
    rest = Y - (X @ W + b)
    assert_close(X.T @ rest, np.zeros((3, 2)), "inputs times the rest", atol=1e-7)
    assert_close(rest.mean(axis=0), np.zeros(2), "the mean of the rest", atol=1e-8)


def test_exact_data_are_met_exactly(student, rng):
    """Without noise the true W and b come back."""
    chunks, X, Y = draw(rng, noise=0.0)
    W, b = student.linear_regression_fit(chunks)
    assert_close(X @ W + b, Y, "the predictions", rtol=1e-7)


def test_no_data_are_refused(student):
    """Without any chunk there is nothing to fit: ValueError."""
    with pytest.raises(ValueError):
        student.linear_regression_fit([])
