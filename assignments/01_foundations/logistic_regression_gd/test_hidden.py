import numpy as np
import pytest

from autograder.suite import assert_close, assert_leaves_arguments_alone, assert_true, gradcheck, points, signed, threshold


def draw(rng, n=9, d=3):
    """Samples of both classes in any order, and a start."""
    X = rng.normal(size=(n, d)) + 0.5 * signed(rng, d)
    y = rng.permutation(np.resize([0.0, 1.0, 1.0], n))
    return X, y, signed(rng, d), float(signed(rng, ()))


def compare(found, wanted):
    for name, got, right in zip(("w", "b", "the losses"), found, wanted, strict=True):
        assert_close(got, right, name)


@points(3)
def test_steps_match_the_definition(student, reference, rng):
    """Weights, bias and losses are those of the definition, after one step and after several."""
    for n, d, steps in ((9, 3, 1), (7, 2, 6), (4, 4, 3), (5, 1, 2), (1, 3, 2)):
        start = *draw(rng, n, d), 0.4, steps
        compare(student.logistic_regression_gd(*start), reference.logistic_regression_gd(*start))


@points(2)
def test_a_step_goes_along_the_gradient(student, rng):
    """The way from the start to the first step, over -lr, is the gradient of the loss by differences."""
    X, y, w0, b0 = draw(rng)
    lr = 1e-2

    def forward(theta):
        z = X @ theta[:-1] + theta[-1]
        return np.mean(np.log(1 + np.exp(z)) - y * z), theta

    def backward(dout, theta):
        w, b, _ = student.logistic_regression_gd(X, y, theta[:-1], float(theta[-1]), lr, 1)
        return dout * (theta - np.append(w, b)) / lr

    gradcheck(forward, backward, {"w and b": np.append(w0, b0)}, rng=rng)


def test_the_loss_falls(student, rng):
    """With a small learning rate no step makes the loss larger, and it is ln 2 at zero weights."""
    X, y, _, _ = draw(rng, 30)
    losses = np.asarray(student.logistic_regression_gd(X, y, np.zeros(3), 0.0, 0.05, 50)[2])
    assert_close(float(losses[0]), float(np.log(2)), "the loss at zero weights")
    assert_true(bool(np.all(np.diff(losses) < 0)), "a step makes the loss larger")


def test_losses_are_taken_before_each_step(student, rng):
    """The first loss is that of the start, the third that after two steps."""
    X, y, w0, b0 = draw(rng)
    losses = student.logistic_regression_gd(X, y, w0, b0, 0.3, 4)[2]
    w, b, _ = student.logistic_regression_gd(X, y, w0, b0, 0.3, 2)
    for step, (weights, bias) in ((0, (w0, b0)), (2, (w, b))):
        z = X @ weights + bias
        assert_close(float(losses[step]), float(np.mean(np.log1p(np.exp(z)) - y * z)), "a loss")


def test_a_ring_around_a_ring(student, rng):
    """Two rings of radius 1 and 2 are told apart if the squared radius is a feature, with at least 99 % right."""
    angle, y = 2 * np.pi * rng.random(400), np.resize([0.0, 1.0], 400)
    points_ = (1 + y[:, None]) * np.column_stack([np.cos(angle), np.sin(angle)]) + 0.1 * rng.normal(size=(400, 2))
    X = np.column_stack([points_, (points_**2).sum(axis=1)])
    w, b, _ = student.logistic_regression_gd(X, y, np.zeros(3), 0.0, 0.5, 2000)
    threshold(float(np.mean((X @ w + b >= 0) == (y == 1))), at_least=0.99, name="the share of points on the right side")


def test_sums_of_a_thousand(student, rng):
    """Where the sums are as large as several thousand the losses are finite, and right."""
    X, y, w0, b0 = draw(rng)
    z = 3000 * X @ w0 + b0
    losses = student.logistic_regression_gd(X, y, 3000 * w0, b0, 0.1, 2)[2]
    assert_close(float(losses[0]), float(np.mean(np.maximum(z, 0) - y * z + np.log1p(np.exp(-np.abs(z))))), "the first loss")


def test_no_steps_change_nothing(student, rng):
    """With 0 steps the start comes back; a negative number raises ValueError."""
    X, y, w0, b0 = draw(rng)
    compare(student.logistic_regression_gd(X, y, w0, b0, 0.1, 0), (w0, b0, np.zeros(0)))
    with pytest.raises(ValueError):
        student.logistic_regression_gd(X, y, w0, b0, 0.1, -1)


def test_other_labels_are_refused(student, rng):
    """Labels other than 0 and 1, or not one for each row, raise ValueError."""
    X, y, w0, b0 = draw(rng)
    for wrong in (2 * y - 1, y[:, None], y[:1], y[:-1]):
        with pytest.raises(ValueError):
            student.logistic_regression_gd(X, wrong, w0, b0, 0.1, 2)


def test_the_start_is_left_alone(student, reference, rng):
    """The result is right, and the arrays that came in are as they were."""
    start = *draw(rng), 0.3, 4
    compare(assert_leaves_arguments_alone(student.logistic_regression_gd, *start), reference.logistic_regression_gd(*start))
