"""What decides the score. Inputs are drawn anew for every submission, from the course secret."""

import numpy as np

from autograder.suite import assert_close, points


@points(2)
def test_matches_the_formula_on_moderate_inputs(student, reference, rng):
    """softplus(x) equals ln(1 + e^x) on moderate inputs."""
    x = rng.normal(scale=3.0, size=(5, 3))
    assert_close(student.softplus(x), reference.softplus(x), "softplus(x)")


@points(1)
def test_tends_to_x_on_the_far_right(student, rng):
    """For large x the result is x, with no overflow on the way."""
    x = rng.uniform(800.0, 5000.0, size=7)
    assert_close(student.softplus(x), x, "softplus(x) for large x")


@points(1)
def test_tends_to_the_exponential_on_the_far_left(student, rng):
    """For very negative x the result is e^x, to full relative accuracy."""
    x = rng.uniform(-60.0, -40.0, size=7)
    assert_close(student.softplus(x) / np.exp(x), np.ones(7), "softplus(x) / e^x for very negative x")


@points(1)
def test_mirrored_inputs_differ_by_x(student, rng):
    """softplus(x) - softplus(-x) is x, whatever the algebra."""
    x = rng.normal(scale=2.0, size=(4, 4))  # as many rows as columns, for code that goes by lengths
    assert_close(student.softplus(x) - student.softplus(-x), x, "softplus(x) - softplus(-x)")
