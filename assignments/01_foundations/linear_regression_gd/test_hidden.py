import numpy as np
import pytest

from autograder.suite import assert_close, assert_leaves_arguments_alone, definition, gradcheck, points, signed


def draw(rng, n=9, d=3):
    """Data with a mean away from 0 and targets with an offset, and a start."""
    X = rng.normal(size=(n, d)) + 0.5 * signed(rng, d)
    y = X @ signed(rng, d) + signed(rng, ()) * 2 + 0.5 * rng.normal(size=n)
    return X, y, signed(rng, d), float(signed(rng, ()))


def compare(found, wanted):
    for name, got, right in zip(("w", "b", "the losses"), found, wanted, strict=True):
        assert_close(got, right, name)


@points(3)
def test_steps_match_the_definition(student, reference, rng):
    """Weights, bias and losses are those of the definition, after one step and after several."""
    for n, d, steps in ((9, 3, 1), (7, 2, 6), (4, 4, 3), (5, 1, 2), (1, 3, 2)):
        start = *draw(rng, n, d), 0.07, steps
        compare(student.linear_regression_gd(*start), reference.linear_regression_gd(*start))


@points(2)
def test_a_step_goes_along_the_gradient(student, rng):
    """The way from the start to the first step, over -lr, is the gradient of the loss by differences."""
    X, y, w0, b0 = draw(rng)
    lr = 1e-3

    def forward(theta):
        return np.mean((X @ theta[:-1] + theta[-1] - y) ** 2), theta

    def backward(dout, theta):
        w, b, _ = student.linear_regression_gd(X, y, theta[:-1], float(theta[-1]), lr, 1)
        return dout * (theta - np.append(w, b)) / lr

    gradcheck(forward, backward, {"w and b": np.append(w0, b0)}, rng=rng)


@definition
def test_it_converges_to_least_squares(student, rng):
    """After many steps, w and b are those of least squares."""
    X, y, w0, b0 = draw(rng, 40)
    A = np.column_stack([X, np.ones(40)])
    lr = 0.9 / np.linalg.eigvalsh(A.T @ A / 40).max()
    w, b, _ = student.linear_regression_gd(X, y, w0, b0, lr, 3000)
    assert_close(np.append(w, b), np.linalg.lstsq(A, y, rcond=None)[0], "w and b", rtol=1e-5)


def test_losses_are_taken_before_each_step(student, rng):
    """The first loss is that of the start, and more steps begin with the same losses."""
    X, y, w0, b0 = draw(rng)
    long = student.linear_regression_gd(X, y, w0, b0, 0.05, 5)[2]
    assert_close(float(long[0]), float(np.mean((X @ w0 + b0 - y) ** 2)), "the first loss")
    short = student.linear_regression_gd(X, y, w0, b0, 0.05, 2)
    assert_close(short[2], np.asarray(long)[:2], "the losses of two steps")
    assert_close(float(long[2]), float(np.mean((X @ short[0] + short[1] - y) ** 2)), "the loss after two steps")


def test_no_steps_change_nothing(student, rng):
    """With 0 steps the start comes back, and there are no losses; a negative number raises ValueError."""
    X, y, w0, b0 = draw(rng)
    compare(student.linear_regression_gd(X, y, w0, b0, 0.1, 0), (w0, b0, np.zeros(0)))
    with pytest.raises(ValueError):
        student.linear_regression_gd(X, y, w0, b0, 0.1, -1)


def test_targets_of_another_shape_are_refused(student, rng):
    """Targets that are not one number for each row raise ValueError, also where numpy could stretch them."""
    X, y, w0, b0 = draw(rng)
    for wrong in (y[:, None], y[:1], y[:-1]):
        with pytest.raises(ValueError):
            student.linear_regression_gd(X, wrong, w0, b0, 0.1, 2)


def test_repeated_rows_change_nothing(student, reference, rng):
    """Having all rows twice changes nothing, because the loss is a mean."""
    X, y, w0, b0 = draw(rng)
    twice = np.concatenate([X, X]), np.concatenate([y, y])
    compare(student.linear_regression_gd(*twice, w0, b0, 0.05, 3), reference.linear_regression_gd(X, y, w0, b0, 0.05, 3))


def test_the_start_is_left_alone(student, reference, rng):
    """The result is right, and the arrays that came in are as they were."""
    start = *draw(rng), 0.05, 4
    compare(assert_leaves_arguments_alone(student.linear_regression_gd, *start), reference.linear_regression_gd(*start))
