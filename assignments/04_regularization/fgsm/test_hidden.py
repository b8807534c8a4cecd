import numpy as np

from autograder.suite import assert_between, assert_close, assert_shape, points

SHAPE = (3, 2, 4, 5)


def draw(rng):
    """Images that touch both ends of the range where the gradient points outwards, and gradients with zeros."""
    x = rng.uniform(0.05, 0.95, size=SHAPE)
    grad = rng.normal(size=SHAPE)
    x[0, 0, 0], grad[0, 0, 0] = 0.0, -np.abs(grad[0, 0, 0])
    x[1, 0, 0], grad[1, 0, 0] = 1.0, np.abs(grad[1, 0, 0])
    grad[2, 1] = 0.0
    return x, grad


@points(3)
def test_attack(student, reference, rng):
    """Every entry moves by eps in the direction of the sign of its gradient, and stays in the range."""
    x, grad = draw(rng)
    assert_close(student.fgsm_attack(x, grad, 0.03, 0.0, 1.0), reference.fgsm_attack(x, grad, 0.03, 0.0, 1.0), "x_adv")


def test_no_entry_moves_by_more_than_eps(student, rng):
    """The greatest change is eps, and it is used to the full away from the border."""
    x, grad = draw(rng)
    x_adv = student.fgsm_attack(x, grad, 0.04, 0.0, 1.0)
    assert_shape(x_adv, SHAPE, "x_adv")
    change = np.abs(x_adv - x)
    assert_between(change, 0.0, 0.04 + 1e-12, "the change of an entry")
    assert_close(change[0, 1], np.full((4, 5), 0.04), "the change where the gradient is not 0")


def test_the_result_is_in_the_valid_range(student, rng):
    """Whatever eps is, the attacked input is a valid input: here every entry is between -1 and 2."""
    x, grad = draw(rng)
    x_adv = student.fgsm_attack(3 * x - 1, grad, 10.0, -1.0, 2.0)
    assert_between(x_adv, -1.0, 2.0, "x_adv")
    expected = np.where(grad > 0, 2.0, np.where(grad < 0, -1.0, 3 * x - 1))
    assert_close(x_adv, expected, "x_adv for a huge eps")


def test_no_gradient_no_change(student, rng):
    """Where the gradient is 0 the input stays as it is."""
    x, _ = draw(rng)
    assert_close(student.fgsm_attack(x, np.zeros(SHAPE), 0.1, 0.0, 1.0), x, "x_adv without a gradient")


def test_only_the_sign_of_the_gradient_counts(student, rng):
    """A gradient a thousand times as small gives the same attack."""
    x, grad = draw(rng)
    small = student.fgsm_attack(x, grad / 1000, 0.05, 0.0, 1.0)
    assert_close(small, student.fgsm_attack(x, grad, 0.05, 0.0, 1.0), "x_adv for a small gradient")


@points(2)
def test_a_linear_loss_rises_by_eps_times_the_one_norm(student, rng):
    """For a loss w . x the attack gains eps times the sum of the absolute values of w, the most that is possible."""
    w = rng.normal(size=(6, 7))
    x = rng.normal(size=(6, 7))
    x_adv = student.fgsm_attack(x, w, 0.2, -100.0, 100.0)
    assert_close(np.sum(w * x_adv) - np.sum(w * x), 0.2 * np.abs(w).sum(), "the rise of the loss")


def test_the_input_is_left_alone(student, rng):
    """x and its gradient are the same after the call."""
    x, grad = draw(rng)
    after = student.call(student.fgsm_attack, x, grad, 0.1, 0.0, 1.0, return_args=True)
    assert_close(after.args[:2], (x, grad), "the arguments after the call")
