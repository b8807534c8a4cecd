import numpy as np

from autograder.suite import assert_close, assert_leaves_arguments_alone, definition, leaves_arguments, points

AXES = ("sample", "entry")


def level(share):
    return np.sqrt((1 - share) / share)


@points(2)
@leaves_arguments
def test_coordinates_match_the_definition(student, reference, rng):
    """Samples and their share of the data become scaled samples and a noise level."""
    for shape in ((4, 3), (2, 3, 5), (3, 3)):
        x, share = rng.normal(size=shape), rng.uniform(0.05, 0.45)
        xbar, sigma = student.to_noise_level(x, share)
        wanted, wanted_sigma = reference.to_noise_level(x, share)
        assert_close(xbar, wanted, "xbar")
        assert_close(float(sigma), wanted_sigma, "sigma")


def test_data_without_noise_are_at_level_0(student, rng):
    """Where alpha_bar is 1 there is no noise: sigma is 0, and the samples stay as they are."""
    x = rng.normal(size=(3, 4))
    xbar, sigma = student.to_noise_level(x, 1.0)
    assert_close(float(sigma), 0.0, "sigma")
    assert_close(xbar, x, "xbar", axes=AXES)
    assert_close(student.from_noise_level(x, 0.0), x, "x", axes=AXES)


@points(2)
@leaves_arguments
def test_back_again(student, reference, rng):
    """From scaled samples and their noise level alone, the samples are found again."""
    for shape in ((4, 3), (2, 3, 5), (3, 3)):
        x, share = rng.normal(size=shape), rng.uniform(0.1, 0.9)
        out = student.from_noise_level(*reference.to_noise_level(x, share))
        assert_close(out, x, "x")


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
    out = student.ddim_euler_step(np.full((1, 2), 1 / np.sqrt(here)), level(here), level(there), np.full((1, 2), 0.5))
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
    new = assert_leaves_arguments_alone(student.ddim_euler_step, xbar, 1.5, 0.5, eps)
    assert_close(new, xbar - eps, "xbar at the new level", axes=AXES)
