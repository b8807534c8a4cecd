import numpy as np

from autograder.suite import assert_close, definition, points

AXES = ("sample", "entry")


def level(share):
    return np.sqrt((1 - share) / share)


@definition
@points(2)
def test_it_is_the_jump_of_ddim(student, rng):
    """Scaled back to samples, the step is the jump of DDIM without fresh noise, downwards and upwards."""
    x, eps = rng.normal(size=(2, 4, 3))
    for share, share_prev in ((rng.uniform(0.1, 0.4), rng.uniform(0.5, 0.9)), (0.7, 0.2)):
        out = student.ddim_euler_step(x / np.sqrt(share), level(share), level(share_prev), eps)
        data = (x - np.sqrt(1 - share) * eps) / np.sqrt(share)
        jump = np.sqrt(share_prev) * data + np.sqrt(1 - share_prev) * eps
        assert_close(np.sqrt(share_prev) * np.asarray(out), jump, "x_prev", axes=AXES, rtol=1e-10)


@points(2)
def test_true_noise_keeps_to_the_line(student, rng):
    """With the true noise, samples stay on the line from their data, however large the step."""
    x0, eps = rng.normal(size=(2, 2, 3, 4))
    for sigma, sigma_prev in ((3.0, 0.4), (2.0, 0.0), (0.0, 1.7)):
        out = student.ddim_euler_step(x0 + sigma * eps, sigma, sigma_prev, eps)
        assert_close(out, x0 + sigma_prev * eps, "xbar at the new level")


@definition
def test_known_value(student):
    """The jump from step 500 to step 300 of a thousand, in these coordinates, gives the number that DDIM gives."""
    alpha_bar = np.cumprod(1 - np.linspace(1e-4, 0.02, 1000))
    here, there = alpha_bar[499], alpha_bar[299]
    out = student.ddim_euler_step(
        np.full((1, 2), 1 / np.sqrt(here)), level(here), level(there), np.full((1, 2), 0.5)
    )
    assert_close(np.sqrt(there) * np.asarray(out), np.full((1, 2), 1.55645979), "x_prev", atol=1e-8)


def test_a_step_of_no_length_changes_nothing(student, rng):
    """From a noise level to the same one, samples stay as they are; to the next, they do not."""
    xbar, eps = rng.normal(size=(2, 3, 4))
    assert_close(student.ddim_euler_step(xbar, 1.3, 1.3, eps), xbar, "xbar", axes=AXES)
    moved = np.asarray(student.ddim_euler_step(xbar, 1.3, 1.1, eps)) - xbar
    assert_close(moved, -0.2 * eps, "the way of a short step", axes=AXES)


def test_two_steps_with_the_same_noise_are_one(student, rng):
    """If the prediction does not change on the way, two steps lead where one does."""
    xbar, eps = rng.normal(size=(2, 3, 4))
    half = student.ddim_euler_step(xbar, 2.5, 1.4, eps)
    out = student.ddim_euler_step(np.asarray(half), 1.4, 0.3, eps)
    assert_close(out, student.ddim_euler_step(xbar, 2.5, 0.3, eps), "xbar after two steps", axes=AXES)
    assert_close(out, xbar - 2.2 * eps, "xbar", axes=AXES)


def test_xbar_is_left_alone(student, rng):
    """The step is right, and the samples that came in are not overwritten by it."""
    xbar, eps = rng.normal(size=(2, 3, 4))
    after = student.call(student.ddim_euler_step, xbar, 1.5, 0.5, eps, return_args=True)
    assert_close(after.result, xbar - eps, "xbar at the new level", axes=AXES)
    assert_close([after.args[0], after.args[3]], [xbar, eps], "xbar and eps as passed in")
