import numpy as np
import pytest

from autograder.suite import assert_close, assert_leaves_arguments_alone, points, signed

KINDS = ("linear", "logistic", "step", "relu")


def draw(rng, n=7, d=4):
    """Inputs whose sums have both signs, with a bias that decides some of them."""
    X, w = rng.normal(size=(n, d)), signed(rng, d)
    sums = X @ w
    order = np.sort(sums)
    b = -(order[n // 2] + order[n // 2 - 1]) / 2  # half of the sums are on either side of 0
    return X + rng.choice([-1, 1]) * w / (w @ w), w, float(b)


@points(2)
@pytest.mark.parametrize("kind", KINDS)
def test_all_kinds_match_the_definition(student, reference, rng, kind):
    """The output is that of the definition, for many samples and for one, also with as many samples as features."""
    for n, d in ((7, 4), (5, 5), (2, 3)):
        X, w, b = draw(rng, n, d)
        assert_close(student.neuron_forward(X, w, b, kind), reference.neuron_forward(X, w, b, kind), "the output")


def test_the_bias_moves_the_sum(student, rng):
    """Adding 1 to the bias of a linear neuron adds 1 to its output, and makes a logistic one larger, but not by 1."""
    X, w, b = draw(rng)
    assert_close(student.neuron_forward(X, w, b + 1, "linear"), X @ w + b + 1, "the linear output")
    odds = np.exp(-(X @ w + b + 1))
    assert_close(student.neuron_forward(X, w, b + 1, "logistic"), 1 / (1 + odds), "the logistic output")


def test_the_step_at_zero_is_one(student):
    """A sum of exactly 0 gives 1, a sum just below 0 gives 0."""
    X = np.array([[1.0, 1.0], [2.0, 0.0], [-3.0, 1.0], [0.0, 0.0]])
    w = np.array([2.0, -2.0])
    assert_close(student.neuron_forward(X, w, 0.0, "step"), np.array([1.0, 1.0, 0.0, 1.0]), "the step")
    assert_close(student.neuron_forward(X, w, -1e-9, "step"), np.array([0.0, 1.0, 0.0, 0.0]), "the step just below 0")


def test_the_step_does_not_mind_a_positive_scale(student, rng):
    """Multiplying w and b by one positive number changes no decision."""
    X, w, b = draw(rng)
    wanted = (X @ w + b >= 0).astype(float)
    for scale in (1.0, 7.5):
        assert_close(student.neuron_forward(X, scale * w, scale * b, "step"), wanted, "the step")


def test_relu_and_its_mirror_image_add_up(student, rng):
    """ReLU of s minus ReLU of -s is s."""
    X, w, b = draw(rng)
    both = student.neuron_forward(X, w, b, "relu") - student.neuron_forward(X, -w, -b, "relu")
    assert_close(both, X @ w + b, "the difference")


def test_other_kinds_are_refused(student, rng):
    """A kind that the statement does not name raises ValueError."""
    for kind in ("sigmoid", "RELU", ""):
        with pytest.raises(ValueError):
            student.neuron_forward(*draw(rng), kind)


@pytest.mark.parametrize("kind", KINDS)
def test_arguments_are_left_alone(student, reference, rng, kind):
    """The result is right, and X and w are as they were."""
    X, w, b = draw(rng)
    out = assert_leaves_arguments_alone(student.neuron_forward, X, w, b, kind)
    assert_close(out, reference.neuron_forward(X, w, b, kind), "the output")
