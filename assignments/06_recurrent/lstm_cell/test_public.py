import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


def cell(rng, n=4, d=3, h=2):
    shapes = {
        "x": (n, d),
        "h_prev": (n, h),
        "c_prev": (n, h),
        "wx": (d, 4 * h),
        "wh": (h, 4 * h),
        "b": (4 * h,),
    }
    return {name: rng.normal(size=shape) for name, shape in shapes.items()}


@exercise("lstm_cell_forward")
class TestForward:
    def test_half_open_gates(self, student):
        """With all weights 0, every gate is 1/2 and the candidate 0: c = 1 becomes 1/2, and h = tanh(1/2) / 2."""
        h, c, _ = student.lstm_cell_forward(
            np.ones((1, 3)), np.ones((1, 2)), np.ones((1, 2)), np.zeros((3, 8)), np.zeros((2, 8)), np.zeros(8)
        )
        assert_close(c, np.full((1, 2), 0.5), "c")
        assert_close(h, np.full((1, 2), np.tanh(0.5) / 2), "h")

    def test_shapes(self, student, rng):
        """h and c have a row for each sample and a column for each unit."""
        h, c, _ = student.lstm_cell_forward(*cell(rng).values())
        assert_shape(h, (4, 2), "h")
        assert_shape(c, (4, 2), "c")


@exercise("lstm_cell_backward")
class TestBackward:
    def test_shapes(self, student, rng):
        """Every gradient has the shape of its argument."""
        given = cell(rng)
        _, _, cache = student.lstm_cell_forward(*given.values())
        found = student.lstm_cell_backward(np.ones((4, 2)), np.ones((4, 2)), cache)
        for (name, value), gradient in zip(given.items(), found, strict=True):
            assert_shape(gradient, value.shape, f"d{name}")

    def test_gradients_agree_with_your_forward(self, student, rng):
        """Nudging the arguments of your forward changes h and c as your gradients say."""
        gradcheck(student.lstm_cell_forward, lambda dout, cache: student.lstm_cell_backward(*dout, cache), cell(rng), rng=rng)
