import numpy as np

from autograder.suite import assert_close, gradcheck

WG = np.array([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0]])
WU = np.array([[1.0, 1.0, 0.0], [0.0, -1.0, 1.0]])
WD = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])


def test_a_known_token(student):
    """The token (1, 2) with small whole numbers as weights."""
    out, _ = student.swiglu_forward(np.array([1.0, 2.0]), WG, WU, WD)
    assert_close(out, np.array([34.72682771, 41.55240246]), "out", rtol=1e-8)


def test_a_gate_of_zeros_is_shut(student, rng):
    """With a gate of zeros nothing passes."""
    out, _ = student.swiglu_forward(rng.normal(size=(2, 3, 2)), 0 * WG, WU, WD)
    assert_close(out, np.zeros((2, 3, 2)), "out")


def test_gradients_by_differences(student, rng):
    """The backward gives the gradients of the forward."""
    inputs = {"x": rng.normal(size=(2, 3)), "Wg": rng.normal(size=(3, 4)), "Wu": rng.normal(size=(3, 4))}
    gradcheck(student.swiglu_forward, student.swiglu_backward, inputs | {"Wd": rng.normal(size=(4, 3))}, rng=rng)
