import numpy as np

from autograder.suite import assert_close, assert_shape, exercise


@exercise("chain_rule_scalar")
class TestScalar:
    def test_square_then_cosine(self, student):
        """cos(v^2) has the derivative -2 v sin(v^2)."""
        y, slope = student.chain_rule_scalar([lambda v: v**2, np.cos], [lambda v: 2 * v, lambda v: -np.sin(v)], 1.5)
        assert_close(y, np.cos(1.5**2), "y")
        assert_close(slope, -3.0 * np.sin(1.5**2), "dy/dx")

    def test_single_function(self, student):
        """With one function, y is f(x) and the derivative is f'(x)."""
        got = student.chain_rule_scalar([lambda v: v**3], [lambda v: 3 * v**2], 2.0)
        assert_close(got, (8.0, 12.0), "(y, dy/dx)")


@exercise("chain_rule_jacobians")
class TestJacobians:
    def test_shape(self, student, rng):
        """From 4 numbers to 2 to 3: the Jacobian has 3 rows and 4 columns."""
        got = student.chain_rule_jacobians([rng.normal(size=(2, 4)), rng.normal(size=(3, 2))])
        assert_shape(got, (3, 4), "the Jacobian")

    def test_two_numbers(self, student):
        """(a, b) -> a + 2 b, then c -> (3 c, 4 c)."""
        got = student.chain_rule_jacobians([np.array([[1.0, 2.0]]), np.array([[3.0], [4.0]])])
        assert_close(got, np.array([[3.0, 6.0], [4.0, 8.0]]), "the Jacobian")


@exercise("chain_rule_jacobians")
class TestVjp:
    def test_shape(self, student, rng):
        """dx has a row for each sample and a column for each input."""
        assert_shape(student.jacobian_vjp(rng.normal(size=(5, 2, 3)), rng.normal(size=(5, 2))), (5, 3), "dx")

    def test_one_sample(self, student):
        """A small Jacobian, worked out by hand."""
        jacobian = np.array([[[1.0, 2.0, 0.0], [0.0, 1.0, -1.0]]])
        assert_close(student.jacobian_vjp(jacobian, np.array([[10.0, 1.0]])), np.array([[10.0, 21.0, -1.0]]), "dx")


@exercise("fanout_backward")
class TestFanout:
    def test_shape(self, student, rng):
        """dx has as many entries as the Jacobians have columns."""
        dx = student.fanout_backward([rng.normal(size=(2, 4)), rng.normal(size=(3, 4))], [np.ones(2), np.ones(3)])
        assert_shape(dx, (4,), "dx")

    def test_two_consumers(self, student):
        """x is read by a + b and by a - b."""
        dx = student.fanout_backward([np.array([[1.0, 1.0]]), np.array([[1.0, -1.0]])], [np.array([5.0]), np.array([2.0])])
        assert_close(dx, np.array([7.0, 3.0]), "dx")
