import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


def softmax(z):
    return np.exp(z) / np.exp(z).sum(axis=1)[:, None]


@exercise("softmax_jacobian")
class TestJacobian:
    def test_shape(self, student, rng):
        """One matrix for each sample."""
        assert_shape(student.softmax_jacobian(softmax(rng.normal(size=(4, 3)))), (4, 3, 3), "the Jacobians")

    def test_two_equal_classes(self, student):
        """At p = (1/2, 1/2) the Jacobian is [[1/4, -1/4], [-1/4, 1/4]]."""
        got = student.softmax_jacobian(np.array([[0.5, 0.5]]))
        assert_close(got, np.array([[[0.25, -0.25], [-0.25, 0.25]]]), "the Jacobian")


@exercise("softmax_backward")
class TestBackward:
    def test_shape(self, student, rng):
        """dz has the shape of p."""
        assert_shape(student.softmax_backward(rng.normal(size=(4, 3)), softmax(rng.normal(size=(4, 3)))), (4, 3), "dz")

    def test_gradient_agrees_with_differences(self, student, rng):
        """Nudging z changes softmax as your gradient says."""
        gradcheck(
            lambda z: (softmax(z), softmax(z)),
            student.softmax_backward,
            {"z": rng.normal(size=(4, 3))},
            rng=rng,
        )
