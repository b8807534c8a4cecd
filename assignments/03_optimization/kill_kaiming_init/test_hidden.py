"""Which flaws of Kaiming's initial weights does the student's test notice?"""

import numpy as np

from autograder.suite import points

HELPER = "mutant: _draw_weights: "


def called(module, shape, seed, dist="normal", gain2=2.0):
    """A generator cannot be handed over, a seed can. Whoever compares with draws of their own generator refuses a right one."""
    return module.kaiming_init(tuple(shape), np.random.Generator(np.random.PCG64DXSM([int(seed), 3])), dist, gain2)


def test_notices_a_very_wrong_size(student, versions, rng):
    """It notices weights of a very wrong size."""
    no_fan = "mutant: kaiming_init: factor dropped: gain2 / n_in -> gain2"
    versions.check(student.test_kaiming_init, rng, "std-as-variance", no_fan, through=called)


def test_notices_half_of_the_variance(student, versions, rng):
    """It notices weights with half of the variance that was asked for."""
    versions.check(student.test_kaiming_init, rng, "gain-one", through=called)


def test_notices_a_wrong_mean(student, versions, rng):
    """It notices weights whose mean is not 0."""
    shifted = "constant: rng.normal(0.0, np.sqrt(variance), size=shape) -> rng.normal(1.0, np.sqrt(variance), size=shape)"
    versions.check(student.test_kaiming_init, rng, HELPER + shifted, through=called)


@points(2)
def test_notices_the_wrong_fan(student, versions, rng):
    """It notices a variance that follows the number of outputs."""
    versions.check(student.test_kaiming_init, rng, "fan-out", "mean-fan", through=called)


@points(2)
def test_notices_a_wrong_range(student, versions, rng):
    """It notices uniform weights in a range that is too narrow or too wide."""
    wide = HELPER + "off by one: 3 * variance -> 4 * variance"
    versions.check(student.test_kaiming_init, rng, "halved-range", wide, through=called)


@points(2)
def test_notices_the_wrong_distribution(student, versions, rng):
    """It notices weights from another distribution of the same mean and variance."""
    other = HELPER + 'comparison: dist == "normal" -> dist != "normal"'
    versions.check(student.test_kaiming_init, rng, other, through=called)
