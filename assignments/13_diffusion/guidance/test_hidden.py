import numpy as np

from autograder.suite import assert_close, points

AXES = ("sample", "entry")


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
    after = student.call(student.cfg_combine, cond, uncond, 1.5, return_args=True)
    assert_close(after.result, reference.cfg_combine(cond, uncond, 1.5), "eps", axes=AXES)
    assert_close(after.args[:2], [cond, uncond], "the predictions as passed in")
