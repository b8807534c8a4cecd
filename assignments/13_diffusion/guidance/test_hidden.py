import numpy as np

from autograder.suite import assert_close, assert_leaves_arguments_alone, leaves_arguments, points

AXES = ("sample", "entry")


def levels(rng, steps=6):
    """Shares of the data that fall from step to step."""
    return np.cumprod(rng.uniform(0.55, 0.9, size=steps))


@points(2)
@leaves_arguments
def test_score_matches_the_definition(student, reference, rng):
    """The score of points and of images, each sample at a step of its own."""
    for shape in ((4, 3), (4, 2, 3, 5), (4,), (4, 4)):
        eps, i, alpha_bar = rng.normal(size=shape), rng.permutation(6)[:4], levels(rng)
        assert_close(student.eps_to_score(eps, i, alpha_bar), reference.eps_to_score(eps, i, alpha_bar), "the score")


@points(2)
def test_score_of_normal_data(student, rng):
    """For normal data, the best guess of the noise gives the derivative of the logarithm of the density of x_t."""
    mean, variance, i, alpha_bar = rng.uniform(0.5, 2.0), rng.uniform(0.2, 0.8), rng.permutation(6)[:4], levels(rng)
    x, left = rng.normal(size=(4, 3)), alpha_bar[i][:, None]
    centre, spread = np.sqrt(left) * mean, left * variance + 1 - left
    eps = np.sqrt(1 - left) * (x - centre) / spread
    h = 1e-4
    log_density = [-((x + d - centre) ** 2) / (2 * spread) for d in (h, -h)]
    slope = (log_density[0] - log_density[1]) / (2 * h)  # exact for a parabola, up to rounding
    assert_close(student.eps_to_score(eps, i, alpha_bar), slope, "the score", rtol=1e-6, axes=AXES)


@points(2)
def test_guided_noise_is_the_guided_score(student, rng):
    """As scores, the guided noise is that of everything plus 1 + w times what the condition adds to it."""
    cond, uncond = rng.normal(size=(2, 4, 3))
    i, alpha_bar, w = rng.permutation(6)[:4], levels(rng), rng.uniform(0.5, 4)
    with_it, without = (np.asarray(student.eps_to_score(e, i, alpha_bar)) for e in (cond, uncond))
    guided = student.eps_to_score(np.asarray(student.cfg_combine(cond, uncond, w)), i, alpha_bar)
    wanted = -((1 + w) * cond - w * uncond) / np.sqrt(1 - alpha_bar[i])[:, None]
    assert_close(guided, wanted, "the guided score", axes=AXES)
    assert_close(without + (1 + w) * (with_it - without), wanted, "the guided score, from the two scores", axes=AXES)


@points(2)
def test_combination_matches_the_definition(student, reference, rng):
    """For several strengths the guided noise is that of the statement."""
    cond, uncond = rng.normal(size=(2, 4, 3))
    for w in (0.5, 2.0, 7.5):
        out = student.cfg_combine(cond, uncond, w)
        assert_close(out, reference.cfg_combine(cond, uncond, w), "eps", axes=AXES)


def test_known_value(student):
    """1 and 0.4, with w = 2, give 2.2."""
    assert_close(student.cfg_combine(np.array([1.0]), np.array([0.4]), 2.0), np.array([2.2]), "eps")


def test_without_strength_it_is_the_conditional_prediction(student, rng):
    """w = 0 leaves the conditional prediction as it is."""
    cond, uncond = rng.normal(size=(2, 2, 3, 4))
    assert_close(student.cfg_combine(cond, uncond, 0.0), cond, "eps for w = 0")


def test_minus_one_is_the_unconditional_prediction(student, rng):
    """w = -1 gives the unconditional prediction."""
    cond, uncond = rng.normal(size=(2, 5, 3))
    assert_close(student.cfg_combine(cond, uncond, -1.0), uncond, "eps for w = -1", axes=AXES)


def test_where_both_agree_nothing_changes(student, rng):
    """Where the condition makes no difference, the guided noise is what both predict, however strong the guidance."""
    both = rng.normal(size=(4, 3)) + 2.0
    assert_close(student.cfg_combine(both, both.copy(), 3.5), both, "eps of equal predictions", axes=AXES)


def test_goes_beyond_the_condition(student, rng):
    """From the conditional prediction it goes on, w times as far as the unconditional one is away, on the other side."""
    cond, uncond = rng.normal(size=(2, 4, 3))
    w = rng.uniform(0.5, 4)
    beyond = np.asarray(student.cfg_combine(cond, uncond, w)) - cond
    assert_close(beyond, w * (cond - uncond), "way from the conditional prediction", axes=AXES)


def test_predictions_are_left_alone(student, reference, rng):
    """The combination is right, and neither prediction is overwritten."""
    cond, uncond = rng.normal(size=(2, 4, 3))
    eps = assert_leaves_arguments_alone(student.cfg_combine, cond, uncond, 1.5)
    assert_close(eps, reference.cfg_combine(cond, uncond, 1.5), "eps", axes=AXES)
