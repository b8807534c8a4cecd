"""Which flaws of a step of Adam does the student's test notice?"""

from autograder.suite import points


def test_notices_wrong_averages(student, versions, rng):
    """It notices averages of the wrong thing, or with the wrong weights."""
    versions.check(student.test_adam_step, rng, "abs", "betas-swapped")


def test_notices_a_wrong_correction(student, versions, rng):
    """It notices a correction of the averages that is missing or belongs to another step."""
    versions.check(student.test_adam_step, rng, "uncorrected", "t-minus-one")


@points(2)
def test_notices_a_correction_that_does_not_fade(student, versions, rng):
    """It notices a correction that stays the same from step to step."""
    first = "mutant: adam_step: power: b1**t -> b1"
    second = "mutant: adam_step: power: b2**t -> b2"
    versions.check(student.test_adam_step, rng, first, second)


@points(2)
def test_notices_a_wrong_state(student, versions, rng):
    """It notices a right move of theta with a wrong state for the next step."""
    versions.check(student.test_adam_step, rng, "fed-back")


@points(2)
def test_notices_a_wrong_eps(student, versions, rng):
    """It notices an eps that is missing or stands in the wrong place."""
    missing = "mutant: adam_step: eps dropped: (np.sqrt(v_hat) + eps) -> (np.sqrt(v_hat))"
    versions.check(student.test_adam_step, rng, "eps-inside", missing)
