import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


@exercise("activation_backward")
class TestElementwise:
    def test_shape(self, student, rng):
        """dz has the shape of z."""
        dz = student.elementwise_backward(rng.normal(size=(2, 3)), rng.normal(size=(2, 3)), np.cos)
        assert_shape(dz, (2, 3), "dz")

    def test_cube(self, student):
        """For phi(z) = z^3 at z = 2, the slope is 12."""
        dz = student.elementwise_backward(np.array([5.0]), np.array([2.0]), lambda z: 3 * z**2)
        assert_close(dz, np.array([60.0]), "dz")


@exercise("activation_backward")
class TestSigmoid:
    def test_steepest_slope(self, student):
        """At s = 1/2 the slope is 1/4."""
        assert_close(student.sigmoid_backward(np.array([8.0]), np.array([0.5])), np.array([2.0]), "dz")

    def test_gradient_agrees_with_differences(self, student, rng):
        """Nudging z changes the sigmoid as your gradient says."""

        def sigmoid(z):
            s = 1 / (1 + np.exp(-z))
            return s, s

        gradcheck(sigmoid, student.sigmoid_backward, {"z": rng.normal(size=(2, 3))}, rng=rng)


@exercise("activation_backward")
class TestTanh:
    def test_slope_at_zero(self, student):
        """Where tanh is 0, its slope is 1."""
        assert_close(student.tanh_backward(np.array([3.0]), np.array([0.0])), np.array([3.0]), "dz")

    def test_gradient_agrees_with_differences(self, student, rng):
        """Nudging z changes tanh as your gradient says."""
        gradcheck(lambda z: (np.tanh(z), np.tanh(z)), student.tanh_backward, {"z": rng.normal(size=(2, 3))}, rng=rng)


@exercise("activation_backward")
class TestRelu:
    def test_open_and_closed(self, student):
        """The gradient passes where z is positive."""
        dz = student.relu_backward(np.array([10.0, -20.0, 30.0]), np.array([1.5, 0.5, -2.0]))
        assert_close(dz, np.array([10.0, -20.0, 0.0]), "dz")

    def test_leaky(self, student):
        """With alpha = 0.1 a tenth of it passes elsewhere."""
        dz = student.relu_backward(np.array([10.0, 10.0]), np.array([2.0, -2.0]), 0.1)
        assert_close(dz, np.array([10.0, 1.0]), "dz")


@exercise("prelu_backward")
class TestPrelu:
    def test_two_entries(self, student):
        """With alpha = 0.1, z = (2, -2) and dout = 10 for both: dz is (10, 1), and dalpha is -20."""
        dz, dalpha = student.prelu_backward(np.array([10.0, 10.0]), np.array([2.0, -2.0]), 0.1)
        assert_close(dz, np.array([10.0, 1.0]), "dz")
        assert_close(float(dalpha), -20.0, "dalpha")
