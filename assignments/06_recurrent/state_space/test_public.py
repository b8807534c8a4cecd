import numpy as np

from autograder.suite import assert_close, assert_shape, exercise


@exercise("ssm_discretize")
class TestDiscretize:
    def test_one_state(self, student):
        """For a = -1, b = 1 and steps of 0.1, abar and bbar are those worked out with a calculator."""
        one = np.ones((1, 1))
        abar, bbar = student.ssm_discretize(np.array([-1.0]), one, 0.1)
        assert_close([abar, bbar], [np.array([0.904837]), np.array([[0.095163]])], "abar and bbar", rtol=1e-5)
        abar, bbar = student.ssm_discretize(np.array([-1.0]), one, 0.1, "bilinear")
        assert_close([abar, bbar], [np.array([0.904762]), np.array([[0.095238]])], "abar and bbar, bilinear", rtol=1e-5)

    def test_shapes(self, student, rng):
        """abar has the shape of a, and bbar that of b."""
        abar, bbar = student.ssm_discretize(-rng.uniform(1, 2, size=4), rng.normal(size=(4, 3)), 0.5)
        assert_shape(abar, (4,), "abar")
        assert_shape(bbar, (4, 3), "bbar")


@exercise("ssm_scan")
class TestScan:
    def test_a_running_sum(self, student):
        """With abar = 1 and everything else 1, the state adds up what was read, and d adds the input once more."""
        one = np.ones((1, 1))
        y = student.ssm_scan(np.array([[1.0], [2.0], [3.0]]), np.ones(1), one, one, one)
        assert_close(y, np.array([[2.0], [5.0], [9.0]]), "y")

    def test_shape(self, student, rng):
        """Two inputs, four states and three outputs: y has a row for each step and three columns."""
        y = student.ssm_scan(
            rng.normal(size=(6, 2)),
            rng.uniform(0, 1, size=4),
            rng.normal(size=(4, 2)),
            rng.normal(size=(3, 4)),
            rng.normal(size=(3, 2)),
        )
        assert_shape(y, (6, 3), "y")


@exercise("ssm_convolution")
class TestConvolution:
    def test_a_kernel_that_halves(self, student):
        """With abar = 1/2 and the other weights 1, each step of the kernel is half of the one before."""
        one = np.ones(1)
        assert_close(student.ssm_kernel(one / 2, one, one, 4), np.array([1.0, 0.5, 0.25, 0.125]), "the kernel")

    def test_a_running_sum(self, student):
        """With abar = 1 the output adds up what was read, and d adds the input once more."""
        one = np.ones(1)
        y = student.ssm_convolution(np.array([1.0, 2.0, 3.0]), one, one, one, 1.0)
        assert_close(y, np.array([2.0, 5.0, 9.0]), "y")
