import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


def draw(rng):
    return {
        "x": rng.normal(size=(4, 3)),
        "h_prev": rng.normal(size=(4, 2)) / 2,
        "wx": rng.normal(size=(3, 2)) / 2,
        "wh": rng.normal(size=(2, 2)) / 2,
        "b": rng.normal(size=2) / 2,
    }


@exercise("rnn_cell_forward")
class TestForward:
    def test_one_unit_by_hand(self, student):
        """With x = 2, h_prev = 0.5, weights 0.3 and -0.4 and bias 0.1, the state is tanh(0.5)."""
        h, _ = student.rnn_cell_forward(
            np.array([[2.0]]), np.array([[0.5]]), np.array([[0.3]]), np.array([[-0.4]]), np.array([0.1])
        )
        assert_close(h, np.array([[np.tanh(0.5)]]), "h")

    def test_shape(self, student, rng):
        """h has a row for each sequence, and an entry for each unit."""
        h, _ = student.rnn_cell_forward(*draw(rng).values())
        assert_shape(h, (4, 2), "h")


@exercise("rnn_cell_backward")
class TestBackward:
    def test_shapes(self, student, rng):
        """Every gradient has the shape of its argument."""
        given = draw(rng)
        _, cache = student.rnn_cell_forward(*given.values())
        for (name, value), grad in zip(given.items(), student.rnn_cell_backward(np.ones((4, 2)), cache)):
            assert_shape(grad, value.shape, f"d{name}")

    def test_gradients_agree_with_your_forward(self, student, rng):
        """Nudging an argument of your forward changes h as your gradients say."""
        gradcheck(student.rnn_cell_forward, student.rnn_cell_backward, draw(rng), rng=rng)
