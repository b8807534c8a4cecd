import numpy as np

from autograder.suite import assert_close


def test_matches_the_definition(student, reference, rng):
    z = rng.normal(size=(6, 5))
    assert_close(student.softmax(z), reference.softmax(z), "softmax(z)")


def test_large_inputs_do_not_overflow(student):
    assert_close(student.softmax(np.array([[1000.0, 1000.0]])), np.array([[0.5, 0.5]]), "softmax(z)")


def test_adding_a_constant_changes_nothing(student, rng):
    z = rng.normal(size=(6, 5))
    assert_close(student.softmax(z + 3.0), student.softmax(z), "softmax(z + 3)")
