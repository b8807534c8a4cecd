import numpy as np

from autograder.suite import assert_close, exercise, gradcheck


def draw(rng):
    c = 2
    return {
        "x": rng.normal(size=(2, c, 4, 3)),
        "w1": rng.normal(size=(c, c, 3, 3)),
        "b1": rng.normal(size=c),
        "w2": rng.normal(size=(c, c, 3, 3)),
        "b2": rng.normal(size=c),
    }


@exercise("residual_block_forward")
class TestForward:
    def test_without_weights_x_passes(self, student, rng):
        """With all weights 0 the output is relu(x), or x itself without the final ReLU."""
        x, w, b = rng.normal(size=(2, 3, 4, 5)), np.zeros((3, 3, 3, 3)), np.zeros(3)
        out, _ = student.residual_block_forward(x, w, b, w, b)
        assert_close(out, np.maximum(x, 0), "out")
        out, _ = student.residual_block_forward(x, w, b, w, b, final_relu=False)
        assert_close(out, x, "out without the final ReLU")


@exercise("residual_block_backward")
class TestBackward:
    def test_without_weights_the_gradient_passes(self, student, rng):
        """With all weights 0 and no final ReLU, dx is dout."""
        x, w, b = rng.normal(size=(2, 3, 4, 5)), np.zeros((3, 3, 3, 3)), np.zeros(3)
        _, cache = student.residual_block_forward(x, w, b, w, b, final_relu=False)
        dout = rng.normal(size=x.shape)
        assert_close(student.residual_block_backward(dout, cache)[0], dout, "dx")

    def test_gradients_agree_with_your_forward(self, student, rng):
        """Nudging the inputs of your forward changes its output as your gradients say."""
        gradcheck(
            student.residual_block_forward,
            student.residual_block_backward,
            draw(rng),
            rng=rng,
            redraw=lambda: draw(rng),
        )
