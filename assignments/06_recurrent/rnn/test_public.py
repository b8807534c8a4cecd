import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


def draw(rng, n=2, t=4, d=3, h=5):
    return {
        "x": rng.normal(size=(n, t, d)),
        "h0": rng.normal(size=(n, h)) / 2,
        "wx": rng.normal(size=(d, h)) / 2,
        "wh": rng.normal(size=(h, h)) / 3,
        "b": rng.normal(size=h) / 2,
    }


@exercise("rnn_forward")
class TestForward:
    def test_two_steps_by_hand(self, student):
        """One unit with Wx = 1, Wh = 0.5 and b = 0 reads 1 and then 0: tanh(1), and tanh of half of it."""
        x, one = np.array([[[1.0], [0.0]]]), np.ones((1, 1))
        h, _ = student.rnn_forward(x, np.zeros((1, 1)), one, 0.5 * one, np.zeros(1))
        first = np.tanh(1.0)
        assert_close(h, np.array([[[first], [np.tanh(first / 2)]]]), "h")

    def test_shape(self, student, rng):
        """There is a state after each step."""
        h, _ = student.rnn_forward(*draw(rng).values())
        assert_shape(h, (2, 4, 5), "h")


@exercise("rnn_backward")
class TestBackward:
    def test_shapes(self, student, rng):
        """Every gradient has the shape of its argument."""
        given = draw(rng)
        _, cache = student.rnn_forward(*given.values())
        for (name, value), grad in zip(given.items(), student.rnn_backward(np.ones((2, 4, 5)), cache)):
            assert_shape(grad, value.shape, f"d{name}")

    def test_gradients_agree_with_your_forward(self, student, rng):
        """Nudging an argument of your forward changes the states as your gradients say."""
        axes = {"x": ("sequence", "time step", "feature")}
        gradcheck(student.rnn_forward, student.rnn_backward, draw(rng), rng=rng, axes=axes)
