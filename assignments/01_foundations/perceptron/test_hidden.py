import numpy as np
import pytest

from autograder.suite import (
    assert_between,
    assert_close,
    assert_equal,
    assert_leaves_arguments_alone,
    assert_shape,
    points,
    signed,
)


def separable(rng, n=30, d=3):
    """Samples on two sides of a plane that does not go through the origin, none nearer to it than 0.2."""
    normal = signed(rng, d)
    normal /= np.linalg.norm(normal)
    offset = rng.choice([-1, 1]) * rng.uniform(0.8, 1.2)
    X = rng.normal(size=(4 * n, d)) - offset * normal
    X = X[np.abs(X @ normal + offset) > 0.2][:n]
    return X, (X @ normal + offset > 0).astype(float), normal, offset


def tangled(rng, n=12, d=3):
    """Samples with random classes: no plane separates them."""
    X = rng.normal(size=(n, d))
    X = np.concatenate([X, X[:2]])
    y = np.resize([0.0, 1.0], n + 2)
    y[-2:] = 1 - y[:2]
    return X, y


def compare(got, wanted):
    assert_close(got[0], wanted[0], "w")
    assert_close(got[1], wanted[1], "b")
    assert_equal(int(got[2]), int(wanted[2]), "the number of updates")


@points(3)
def test_every_step_is_that_of_the_rule(student, reference, rng):
    """Weights, bias and number of updates are those of the rule, after one epoch and after several."""
    for X, y, epochs in ((*tangled(rng), 1), (*tangled(rng), 4), (*separable(rng)[:2], 2), (*tangled(rng, 3, 5), 2)):
        start = X, y, signed(rng, X.shape[1]), float(signed(rng, ())), 0.3, epochs
        compare(student.perceptron_train(*start), reference.perceptron_train(*start))


@points(2)
def test_the_first_update_by_hand(student, rng):
    """A single wrong guess moves w by lr x and b by lr, towards the target."""
    x = signed(rng, 4)
    w0 = signed(rng, 4)
    lr = float(rng.uniform(0.1, 0.4)) / float(x @ x + 1)
    b0 = float(-x @ w0)  # the sum is 0 up to rounding: push it clearly to one side
    for target, push in ((1.0, -2.0), (0.0, 2.0)):
        w, b, n = student.perceptron_train(x[None], np.array([target]), w0, b0 + push, lr, 1)
        sign = 2 * target - 1
        assert_close(w, w0 + sign * lr * x, "w after one wrong guess")
        assert_close(b, b0 + push + sign * lr, "b after one wrong guess")
        assert_equal(int(n), 1, "the number of updates")


def test_one_wrong_guess_is_not_the_end(student, rng):
    """A single sample far on the wrong side takes several epochs, with one update each, until it is right."""
    x, lr = signed(rng, 4), float(rng.uniform(0.2, 0.5))
    b0 = 2.5 * lr * float(x @ x + 1)
    got = student.perceptron_train(x[None], np.array([0.0]), np.zeros(4), b0, lr, 50)
    compare(got, (-3 * lr * x, b0 - 3 * lr, 3))


def test_right_guesses_move_nothing(student, rng):
    """If the start separates the classes, it is returned, with 0 updates."""
    X, y, normal, offset = separable(rng)
    w, b, n = student.perceptron_train(X, y, 2 * normal, 2 * offset, 0.5, 20)
    compare((w, b, n), (2 * normal, 2 * offset, 0))


def test_separable_data_are_separated(student, rng):
    """On separable data no guess is wrong in the end, and there were at most (R / margin)^2 updates from a zero start."""
    X, y, normal, offset = separable(rng)
    w, b, n = student.perceptron_train(X, y, np.zeros(3), 0.0, 1.0, 10_000)
    assert_shape(w, (3,), "w")
    assert_equal((X @ w + b >= 0).astype(float), y, "the decisions")
    rows = np.column_stack([X, np.ones(len(X))])
    plane = np.append(normal, offset) / np.hypot(1, offset)
    bound = (np.linalg.norm(rows, axis=1).max() / np.abs(rows @ plane).min()) ** 2
    assert_between(float(n), 1, bound, "the number of updates")


def test_xor_never_ends_by_itself(student, reference):
    """XOR is not separable: training ends after max_epochs, with a wrong guess in every epoch."""
    X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    y = np.array([0.0, 1.0, 1.0, 0.0])
    for epochs in (0, 1, 25):
        start = X, y, np.zeros(2), 0.0, 1.0, epochs
        compare(student.perceptron_train(*start), reference.perceptron_train(*start))


def test_the_border_counts_as_one(student, rng):
    """A sum of exactly 0 is a guess of 1: from a zero start a sample of class 1 moves nothing, one of class 0 does."""
    x = signed(rng, (1, 3))
    compare(student.perceptron_train(x, np.array([1.0]), np.zeros(3), 0.0, 1.0, 1), (np.zeros(3), 0.0, 0))
    compare(student.perceptron_train(x, np.array([0.0]), np.zeros(3), 0.0, 1.0, 1), (-x[0], -1.0, 1))


def test_other_labels_are_refused(student, rng):
    """Labels other than 0 and 1 raise ValueError."""
    with pytest.raises(ValueError):
        student.perceptron_train(rng.normal(size=(4, 2)), np.array([-1.0, 1.0, 1.0, -1.0]), np.zeros(2), 0.0, 1.0, 3)


def test_numbers_that_make_no_sense_are_refused(student, rng):
    """A learning rate that is not above 0, or a negative number of epochs, raises ValueError."""
    X, y = rng.normal(size=(4, 2)), np.array([0.0, 1.0, 1.0, 0.0])
    for lr, max_epochs in ((0.0, 3), (-0.5, 3), (1.0, -1)):
        with pytest.raises(ValueError):
            student.perceptron_train(X, y, np.zeros(2), 0.0, lr, max_epochs)


def test_the_start_is_left_alone(student, reference, rng):
    """The result is right, and the arrays that came in are as they were."""
    X, y = tangled(rng)
    start = X, y, signed(rng, 3), 0.5, 0.2, 3
    compare(assert_leaves_arguments_alone(student.perceptron_train, *start), reference.perceptron_train(*start))
