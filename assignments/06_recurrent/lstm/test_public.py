import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


def sequence(rng, n=2, t=4, d=3, h=2):
    shapes = {"x": (n, t, d), "h0": (n, h), "c0": (n, h), "wx": (d, 4 * h), "wh": (h, 4 * h), "b": (4 * h,)}
    return {name: rng.normal(size=shape) for name, shape in shapes.items()}


@exercise("lstm_forward")
class TestForward:
    def test_zero_weights_halve_the_cell_at_every_step(self, student):
        """With all weights 0 every gate is 1/2: from c = 8 the cell goes to 4, 2, 1, and h is tanh(c) / 2."""
        h, _ = student.lstm_forward(
            np.ones((1, 3, 2)),
            np.zeros((1, 1)),
            np.full((1, 1), 8.0),
            np.zeros((2, 4)),
            np.zeros((1, 4)),
            np.zeros(4),
        )
        assert_close(h, np.tanh(np.array([[[4.0], [2.0], [1.0]]])) / 2, "h")

    def test_shape(self, student, rng):
        """h has a state for every sequence and every step."""
        h, _ = student.lstm_forward(*sequence(rng).values())
        assert_shape(h, (2, 4, 2), "h")


@exercise("lstm_backward")
class TestBackward:
    def test_shapes(self, student, rng):
        """Every gradient has the shape of its argument."""
        given = sequence(rng)
        _, cache = student.lstm_forward(*given.values())
        for (name, value), gradient in zip(given.items(), student.lstm_backward(np.ones((2, 4, 2)), cache), strict=True):
            assert_shape(gradient, value.shape, f"d{name}")

    def test_gradients_agree_with_your_forward(self, student, rng):
        """Nudging the arguments of your forward changes h as your gradients say."""
        gradcheck(student.lstm_forward, student.lstm_backward, sequence(rng), rng=rng)
