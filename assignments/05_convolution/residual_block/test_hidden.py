import numpy as np

from autograder.suite import (
    assert_close,
    check_pair,
    definition,
    exercise,
    gradcheck_pair,
    points,
)

AXES = ("image", "channel", "row", "column")


def draw(rng, n=2, c=3, h=4, w=5):
    """Sizes at which neither the direct way nor the branch outweighs the other, and every ReLU is sometimes off."""
    return {
        "x": rng.normal(size=(n, c, h, w)),
        "w1": rng.normal(size=(c, c, 3, 3)) * 0.4,
        "b1": rng.normal(size=c) * 0.3,
        "w2": rng.normal(size=(c, c, 3, 3)) * 0.4,
        "b2": rng.normal(size=c) * 0.3,
    }


def no_weights(c):
    return np.zeros((c, c, 3, 3)), np.zeros(c), np.zeros((c, c, 3, 3)), np.zeros(c)


@exercise("residual_block_forward")
class TestForward:
    @points(3)
    def test_output_matches_the_definition(self, student, reference, rng):
        """The output is relu(x + F)."""
        for sizes in ((2, 3, 4, 5), (3, 3, 3, 3)):
            given = draw(rng, *sizes)
            out, _ = student.residual_block_forward(*given.values())
            assert_close(out, reference.residual_block_forward(*given.values())[0], "out", axes=AXES)

    @points(2)
    def test_without_the_final_relu(self, student, reference, rng):
        """With final_relu False the output is x + F, and may be negative."""
        given = draw(rng)
        out, _ = student.residual_block_forward(*given.values(), final_relu=False)
        expected = reference.residual_block_forward(*given.values(), final_relu=False)[0]
        assert_close(out, expected, "out without the final ReLU", axes=AXES)

    @definition
    def test_without_weights_x_passes(self, student, rng):
        """With all weights 0 nothing is left but x, and the last ReLU if it is asked for."""
        x = rng.normal(size=(2, 3, 5, 4))
        out, _ = student.residual_block_forward(x, *no_weights(3))
        assert_close(out, np.maximum(x, 0), "out")
        out, _ = student.residual_block_forward(x, *no_weights(3), False)
        assert_close(out, x, "out without the final ReLU")

    @definition
    def test_kernels_of_one_tap(self, student, rng):
        """With kernels that act on one pixel only, the block is a formula for numbers."""
        x = rng.normal(size=(2, 1, 3, 4))
        a, b = rng.uniform(0.5, 2, size=2)
        w1, w2 = np.zeros((2, 1, 1, 3, 3))
        w1[..., 1, 1], w2[..., 1, 1] = a, -b
        out, _ = student.residual_block_forward(x, w1, np.array([0.1]), w2, np.array([0.3]), final_relu=False)
        total = x - b * np.maximum(a * x + 0.1, 0) + 0.3
        assert_close(out, total, "out")
        out, _ = student.residual_block_forward(x, w1, np.array([0.1]), w2, np.array([0.3]))
        assert_close(out, np.maximum(total, 0), "out with the final ReLU")


@exercise("residual_block_backward")
class TestBackward:
    @points(3)
    def test_gradients_match_the_definition(self, student, reference, rng):
        """All five gradients are those of the forward pass."""
        for sizes in ((2, 3, 4, 5), (3, 3, 3, 3)):
            check_pair(
                student,
                reference,
                "residual_block",
                draw(rng, *sizes),
                rng=rng,
                redraw=lambda sizes=sizes: draw(rng, *sizes),
                axes={"x": AXES},
            )

    @points(2)
    def test_without_the_final_relu(self, student, reference, rng):
        """The gradients are right without the final ReLU, too."""
        options = {"kwargs": {"final_relu": False}, "redraw": lambda: draw(rng)}
        check_pair(student, reference, "residual_block", draw(rng), rng=rng, axes={"x": AXES}, **options)

    def test_gradients_agree_with_finite_differences(self, student, reference, rng):
        """Nudging an input changes the loss as the gradients say."""
        gradcheck_pair(student, reference, "residual_block", draw(rng), rng=rng, redraw=lambda: draw(rng))

    @definition
    def test_without_weights_the_gradient_passes(self, student, rng):
        """With all weights 0, dx is dout where the last ReLU is on, and nowhere else."""
        x = rng.normal(size=(2, 3, 5, 4))
        dout = rng.normal(size=x.shape)
        for final in (True, False):
            _, cache = student.residual_block_forward(x, *no_weights(3), final)
            dx = student.residual_block_backward(dout, cache)[0]
            assert_close(dx, dout * (x > 0) if final else dout, "dx")
