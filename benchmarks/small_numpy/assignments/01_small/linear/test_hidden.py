import numpy as np

from autograder.suite import assert_close


def test_matches_the_definition(student, reference, rng):
    x, w, b = rng.normal(size=(5, 4)), rng.normal(size=(4, 3)), rng.normal(size=3)
    assert_close(student.linear_forward(x, w, b), reference.linear_forward(x, w, b), "out")


def test_zero_weights_give_the_bias(student, rng):
    b = rng.normal(size=3)
    out = student.linear_forward(rng.normal(size=(5, 4)), np.zeros((4, 3)), b)
    assert_close(out, np.tile(b, (5, 1)), "out")


def test_known_values(student):
    out = student.linear_forward(np.array([[1.0, 2.0]]), np.array([[3.0], [4.0]]), np.array([0.5]))
    assert_close(out, np.array([[11.5]]), "out")
