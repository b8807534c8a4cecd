from itertools import pairwise

import numpy as np

from autograder.suite import assert_close, exercise, leaves_arguments, points

LINKS = {
    "sin": (np.sin, np.cos),
    "affine": (lambda v: 3.0 * v - 0.5, lambda v: 3.0),
    "square": (lambda v: v**2, lambda v: 2 * v),
    "exp": (lambda v: np.exp(-0.5 * v), lambda v: -0.5 * np.exp(-0.5 * v)),
    "tanh": (np.tanh, lambda v: 1 - np.tanh(v) ** 2),
}


def chain(*names):
    fs, dfs = zip(*(LINKS[name] for name in names))
    return list(fs), list(dfs)


def slope_by_differences(fs, x, h=1e-4):
    def value(z):
        for f in fs:
            z = f(z)
        return z

    # Four points, so that the error is of fourth order.
    near, far = (value(x + h) - value(x - h)) / (2 * h), (value(x + 2 * h) - value(x - 2 * h)) / (4 * h)
    return (4 * near - far) / 3


@exercise("chain_rule_scalar")
class TestScalar:
    @points(2)
    def test_value_and_slope_of_a_chain(self, student, reference, rng):
        """y is the composition, and dy/dx its derivative, for chains of two to four functions."""
        for names in [("sin", "square"), ("square", "affine", "exp"), ("affine", "tanh", "exp", "sin")]:
            fs, dfs = chain(*names)
            x = rng.uniform(0.4, 0.6)
            y, slope = student.chain_rule_scalar(fs, dfs, x)
            wanted, wanted_slope = reference.chain_rule_scalar(fs, dfs, x)
            assert_close(y, wanted, "y")
            assert_close(slope, wanted_slope, "dy/dx")

    def test_cosine_of_a_square(self, student, rng):
        """The derivative of a cosine of a square is the one in every table."""
        v = rng.uniform(0.5, 1.5)
        y, slope = student.chain_rule_scalar([lambda z: z**2, lambda z: np.cos(z)], [lambda z: 2 * z, lambda z: -np.sin(z)], v)
        assert_close(y, np.cos(v**2), "y")
        assert_close(slope, -2 * v * np.sin(v**2), "dy/dx")

    @points(2)
    def test_slope_agrees_with_differences(self, student, rng):
        """Nudging x changes y as dy/dx says."""
        fs, dfs = chain("exp", "square", "affine", "sin")
        x = rng.uniform(0.2, 0.4)
        _, slope = student.chain_rule_scalar(fs, dfs, x)
        assert_close(slope, slope_by_differences(fs, x), "dy/dx", rtol=1e-6)

    def test_a_chain_in_two_pieces(self, student, rng):
        """A chain cut in two gives the same: the slopes of the pieces are multiplied, the second taken where the first ends."""
        fs, dfs = chain("square", "sin", "affine", "tanh")
        x = rng.uniform(0.4, 0.6)
        y, slope = student.chain_rule_scalar(fs, dfs, x)
        middle, first = student.chain_rule_scalar(fs[:2], dfs[:2], x)
        end, second = student.chain_rule_scalar(fs[2:], dfs[2:], middle)
        assert_close((end, first * second), (y, slope), "(y, dy/dx) in two pieces")
        assert_close(middle, np.sin(x**2), "the value where the first piece ends")

    def test_no_function(self, student, rng):
        """Without any function y is x, and the derivative is 1."""
        x = rng.normal()
        assert_close(student.chain_rule_scalar([], [], x), (x, 1.0), "(y, dy/dx)")


@exercise("chain_rule_jacobians")
class TestJacobians:
    @points(2)
    def test_product_for_distinct_widths(self, student, reference, rng):
        """Maps between spaces of different sizes: the product has n_L rows and n_0 columns."""
        for widths in [(3, 5, 2), (4, 2, 5, 3), (2, 3, 4, 5, 6)]:
            jacobians = [rng.normal(size=(n, m)) for m, n in pairwise(widths)]
            wanted = reference.chain_rule_jacobians(jacobians)
            assert_close(student.chain_rule_jacobians(jacobians), wanted, "the Jacobian")

    def test_order_of_square_matrices(self, student, reference, rng):
        """Where all widths are equal the order still matters: the first map comes first."""
        jacobians = [rng.normal(size=(3, 3)) for _ in range(3)]
        assert_close(student.chain_rule_jacobians(jacobians), reference.chain_rule_jacobians(jacobians), "the Jacobian")

    @points(2)
    def test_composition_by_differences(self, student, rng):
        """Nudging the input of a composition of tanh layers moves its output as the Jacobian says."""
        weights = [rng.normal(size=(4, 3)), rng.normal(size=(5, 4)), rng.normal(size=(2, 5))]
        start, direction, h = rng.normal(size=3), rng.normal(size=3), 1e-5

        def layers(z):
            jacobians = []
            for weight in weights:
                z = np.tanh(weight @ z)
                jacobians.append((1 - z**2)[:, None] * weight)
            return z, jacobians

        moved = (layers(start + h * direction)[0] - layers(start - h * direction)[0]) / (2 * h)
        total = student.chain_rule_jacobians(layers(start)[1])
        assert_close(total @ direction, moved, "the change of the output", rtol=1e-6, atol=1e-8)

    def test_single_map(self, student, rng):
        """The Jacobian of one map is its own."""
        jacobian = rng.normal(size=(2, 3))
        assert_close(student.chain_rule_jacobians([jacobian]), jacobian, "the Jacobian of one map")


@exercise("chain_rule_jacobians")
class TestVjp:
    @points(2)
    @leaves_arguments
    def test_every_sample_has_its_own_jacobian(self, student, reference, rng):
        """dx[r] is the transposed Jacobian of sample r times its dout."""
        for n, m, d in [(5, 2, 3), (3, 4, 2), (4, 4, 4)]:
            jacobian, dout = rng.normal(size=(n, m, d)), rng.normal(size=(n, m))
            assert_close(student.jacobian_vjp(jacobian, dout), reference.jacobian_vjp(jacobian, dout), "dx")

    def test_square_jacobians_that_are_not_symmetric(self, student, reference, rng):
        """With as many outputs as inputs a transpose does not show in the shape, only in the numbers."""
        jacobian, dout = rng.normal(size=(2, 4, 4)), rng.normal(size=(2, 4))
        assert_close(student.jacobian_vjp(jacobian, dout), reference.jacobian_vjp(jacobian, dout), "dx")

    def test_diagonal_jacobians(self, student, rng):
        """The Jacobian of an elementwise function is diagonal, and dx is dout times the slopes."""
        slopes, dout = rng.uniform(1, 2, size=(5, 3)), rng.normal(size=(5, 3))
        jacobian = slopes[:, :, None] * np.eye(3)
        assert_close(student.jacobian_vjp(jacobian, dout), dout * slopes, "dx")

    def test_dx_gives_the_change_of_the_loss(self, student, rng):
        """A step of the inputs changes the loss as much whether it is taken forward with J or met by dx."""
        jacobian, dout, step = rng.normal(size=(4, 3, 6)), rng.normal(size=(4, 3)), rng.normal(size=(4, 6))
        forward = np.array([dout[r] @ (jacobian[r] @ step[r]) for r in range(4)])
        dx = student.jacobian_vjp(jacobian, dout)
        assert_close(np.sum(dx * step, axis=1), forward, "the change of the loss", atol=1e-9)


@exercise("fanout_backward")
class TestFanout:
    @points(2)
    def test_contributions_add_up(self, student, reference, rng):
        """Three consumers with different numbers of outputs: dx is the sum of what each sends back."""
        jacobians = [rng.normal(size=(m, 4)) for m in (2, 5, 3)]
        douts = [rng.normal(size=m) for m in (2, 5, 3)]
        assert_close(student.fanout_backward(jacobians, douts), reference.fanout_backward(jacobians, douts), "dx")

    def test_square_jacobians(self, student, reference, rng):
        """Consumers with as many outputs as inputs: the Jacobians are transposed all the same."""
        jacobians = [rng.normal(size=(3, 3)) for _ in range(2)]
        douts = [rng.normal(size=3) for _ in range(2)]
        assert_close(student.fanout_backward(jacobians, douts), reference.fanout_backward(jacobians, douts), "dx")

    def test_single_consumer(self, student, rng):
        """With one consumer dx is what it sends back."""
        jacobian, dout = rng.normal(size=(2, 5)), rng.normal(size=2)
        assert_close(student.fanout_backward([jacobian], [dout]), dout @ jacobian, "dx")

    def test_linear_in_the_upstream_gradients(self, student, rng):
        """Twice the gradients of one consumer add what that consumer alone sends back."""
        jacobians, douts = [rng.normal(size=(m, 4)) for m in (2, 3)], [rng.normal(size=m) for m in (2, 3)]
        more = student.fanout_backward(jacobians, [2 * douts[0], douts[1]])
        extra = student.fanout_backward(jacobians[:1], douts[:1])
        assert_close(extra, douts[0] @ jacobians[0], "dx of the first consumer alone")
        assert_close(more, student.fanout_backward(jacobians, douts) + extra, "dx with the first gradient doubled")

    @points(2)
    def test_total_derivative_by_differences(self, student, rng):
        """Nudging x changes the loss, which sees x through three functions, as dx says."""
        weights = [rng.normal(size=(m, 4)) for m in (3, 2, 5)]
        x, direction, h = rng.normal(size=4), rng.normal(size=4), 1e-5

        def loss(x):
            return sum(0.5 * np.sum(np.tanh(w @ x) ** 2) for w in weights)

        outs = [np.tanh(w @ x) for w in weights]
        dx = student.fanout_backward([(1 - out**2)[:, None] * w for out, w in zip(outs, weights)], outs)
        slope = (loss(x + h * direction) - loss(x - h * direction)) / (2 * h)
        assert_close(np.sum(dx * direction), slope, "the change of the loss", rtol=1e-6, atol=1e-7)
