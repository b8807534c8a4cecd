import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


def cell(rng, n=4, d=3, h=2):
    shapes = {"x": (n, d), "h_prev": (n, h), "wx": (d, 3 * h), "wh": (h, 3 * h), "b": (3 * h,)}
    return {name: rng.normal(size=shape) for name, shape in shapes.items()}


@exercise("gru_cell_forward")
class TestForward:
    def test_half_open_gates(self, student):
        """With all weights 0 the gates are 1/2 and the candidate 0: the state is halved."""
        h, _ = student.gru_cell_forward(
            np.ones((1, 3)), np.array([[0.8, -0.4]]), np.zeros((3, 6)), np.zeros((2, 6)), np.zeros(6)
        )
        assert_close(h, np.array([[0.4, -0.2]]), "h")

    def test_shape(self, student, rng):
        """h has a row for each sample and a column for each unit."""
        h, _ = student.gru_cell_forward(*cell(rng).values())
        assert_shape(h, (4, 2), "h")


@exercise("gru_cell_backward")
class TestBackward:
    def test_shapes(self, student, rng):
        """Every gradient has the shape of its argument."""
        given = cell(rng)
        _, cache = student.gru_cell_forward(*given.values())
        for (name, value), gradient in zip(given.items(), student.gru_cell_backward(np.ones((4, 2)), cache), strict=True):
            assert_shape(gradient, value.shape, f"d{name}")

    def test_gradients_agree_with_your_forward(self, student, rng):
        """Nudging the arguments of your forward changes h as your gradients say."""
        gradcheck(student.gru_cell_forward, student.gru_cell_backward, cell(rng), rng=rng)
