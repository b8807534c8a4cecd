import numpy as np

from autograder.suite import assert_close


def test_matches_the_definition(student, reference, rng):
    x, gamma, beta = rng.normal(size=(7, 4)), rng.uniform(0.5, 2.0, size=4), rng.normal(size=4)
    out = student.batchnorm_forward(x, gamma, beta)
    assert_close(out, reference.batchnorm_forward(x, gamma, beta), "out")


def test_the_mean_of_the_output_is_beta(student, rng):
    x, gamma, beta = rng.normal(size=(7, 4)), rng.uniform(0.5, 2.0, size=4), rng.normal(size=4)
    assert_close(student.batchnorm_forward(x, gamma, beta).mean(axis=0), beta, "mean of the output")


def test_a_constant_batch_gives_beta(student, rng):
    beta = rng.normal(size=4)
    out = student.batchnorm_forward(np.full((7, 4), 2.0), np.ones(4), beta)
    assert_close(out, np.tile(beta, (7, 1)), "out")
