import numpy as np

from autograder.suite import assert_close


def test_a_gradient_of_length_five(student):
    """Two tensors with the entries 3 and 4 have the length 5 together; clipped to 1 they are 0.6 and 0.8."""
    clipped, norm = student.clip_grad_norm([np.array([3.0]), np.array([[4.0]])], 1.0)
    assert_close(clipped, [np.array([0.6]), np.array([[0.8]])], "the clipped gradients", rtol=1e-6)
    assert_close(norm, 5.0, "the length")


def test_every_entry(student):
    """Clamped to 1, the entries 3, 0.5 and -2 become 1, 0.5 and -1."""
    assert_close(student.clip_grad_value([np.array([3.0, 0.5, -2.0])], 1.0), [np.array([1.0, 0.5, -1.0])], "the gradients")
