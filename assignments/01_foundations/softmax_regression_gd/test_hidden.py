import numpy as np
import pytest

from autograder.suite import assert_close, assert_leaves_arguments_alone, gradcheck, points, signed, threshold


def draw(rng, n=10, d=4, c=3):
    """Samples of all classes in any order, and a start."""
    labels = rng.permutation(np.arange(n) % c)
    return rng.normal(size=(n, d)) + 0.5, labels, signed(rng, (d, c), 0.1, 0.8), signed(rng, c, 0.1, 0.8)


def mean_loss(X, labels, W, b):
    Z = X @ W + b
    return float(np.mean(np.log(np.exp(Z).sum(axis=1)) - Z[np.arange(len(Z)), labels]))


def compare(found, wanted):
    for name, got, right in zip(("W", "b", "the losses"), found, wanted, strict=True):
        assert_close(got, right, name)


@points(3)
def test_steps_match_the_definition(student, reference, rng):
    """W, b and losses are those of the definition, after one step and after several."""
    for n, d, c, steps in ((10, 4, 3, 1), (7, 2, 5, 5), (4, 4, 4, 3), (1, 3, 2, 2)):
        start = *draw(rng, n, d, c), 0.4, steps
        compare(student.softmax_regression_gd(*start), reference.softmax_regression_gd(*start))


@points(2)
def test_a_step_goes_along_the_gradient(student, rng):
    """The way from the start to the first step, over -lr, is the gradient of the loss by differences."""
    X, labels, W0, b0 = draw(rng)
    lr = 1e-2

    def forward(W, b):
        return mean_loss(X, labels, W, b), (W, b)

    def backward(dout, cache):
        W, b = cache
        new_W, new_b, _ = student.softmax_regression_gd(X, labels, W, b, lr, 1)
        return dout * (W - new_W) / lr, dout * (b - new_b) / lr

    gradcheck(forward, backward, {"W": W0, "b": b0}, rng=rng)


def test_steps_of_all_classes_cancel(student, rng):
    """What one class gains another loses: summed over the classes, W and b do not move."""
    X, labels, W0, b0 = draw(rng)
    W, b, losses = student.softmax_regression_gd(X, labels, W0, b0, 0.5, 3)
    assert_close(np.sum(W, axis=1), W0.sum(axis=1), "the sums of W over the classes")
    assert_close(float(np.sum(b)), float(b0.sum()), "the sum of b")
    assert_close(float(losses[0]), mean_loss(X, labels, W0, b0), "the first loss")


def test_losses_are_taken_before_each_step(student, rng):
    """The first loss is that of the start, the third that after two steps."""
    X, labels, W0, b0 = draw(rng)
    losses = student.softmax_regression_gd(X, labels, W0, b0, 0.3, 4)[2]
    W, b, _ = student.softmax_regression_gd(X, labels, W0, b0, 0.3, 2)
    assert_close(float(losses[0]), mean_loss(X, labels, W0, b0), "the first loss")
    assert_close(float(losses[2]), mean_loss(X, labels, W, b), "the third loss")


def test_two_classes_are_logistic_regression(student, rng):
    """With two classes, the differences of the columns move like the weights of logistic regression with twice the
    learning rate."""
    X, labels, W0, b0 = draw(rng, c=2)
    W, b, _ = student.softmax_regression_gd(X, labels, W0, b0, 0.3, 1)
    w, v = W0[:, 1] - W0[:, 0], b0[1] - b0[0]
    slope = 1 / (1 + np.exp(-(X @ w + v))) - labels
    assert_close(W[:, 1] - W[:, 0], w - 0.6 * X.T @ slope / 10, "the difference of the columns of W")
    assert_close(float(b[1] - b[0]), float(v - 0.6 * slope.mean()), "the difference of b")


def test_digits_are_recognised(student, rng):
    """From zeros, 150 steps with lr = 0.5 on 600 digits recognise at least 86 % of those that were never shown."""
    from sklearn.datasets import load_digits

    found = load_digits()
    order = rng.permutation(len(found.data))
    X, labels = found.data[order] / 16, found.target[order]
    W, b, _ = student.softmax_regression_gd(X[:600], labels[:600], np.zeros((64, 10)), np.zeros(10), 0.5, 150)
    accuracy = float(np.mean((X[600:] @ W + b).argmax(axis=1) == labels[600:]))
    threshold(accuracy, at_least=0.86, name="accuracy on hidden digits")


def test_logits_of_a_thousand(student, reference, rng):
    """Where the logits are as large as several thousand the losses are finite, and right."""
    X, labels, W0, b0 = draw(rng)
    start = X, labels, 5000 * W0, b0, 0.1, 2
    compare(student.softmax_regression_gd(*start), reference.softmax_regression_gd(*start))


def test_labels_out_of_range_are_refused(student, rng):
    """A label below 0 or beyond the last class raises ValueError."""
    X, labels, W0, b0 = draw(rng)
    for wrong in (-1, 3):
        labels[4] = wrong
        with pytest.raises(ValueError):
            student.softmax_regression_gd(X, labels, W0, b0, 0.1, 2)


def test_labels_of_another_shape_are_refused(student, rng):
    """Labels that are not one for each row raise ValueError, also where numpy could stretch them."""
    X, labels, W0, b0 = draw(rng)
    for wrong in (labels[:, None], labels[:1], labels[:-1]):
        with pytest.raises(ValueError):
            student.softmax_regression_gd(X, wrong, W0, b0, 0.1, 2)


def test_no_steps_change_nothing(student, rng):
    """With 0 steps the start comes back; a negative number raises ValueError."""
    X, labels, W0, b0 = draw(rng)
    compare(student.softmax_regression_gd(X, labels, W0, b0, 0.1, 0), (W0, b0, np.zeros(0)))
    with pytest.raises(ValueError):
        student.softmax_regression_gd(X, labels, W0, b0, 0.1, -1)


def test_the_start_is_left_alone(student, reference, rng):
    """The result is right, and the arrays that came in are as they were."""
    start = *draw(rng), 0.3, 4
    compare(assert_leaves_arguments_alone(student.softmax_regression_gd, *start), reference.softmax_regression_gd(*start))
