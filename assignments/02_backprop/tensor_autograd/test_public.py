import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


@exercise("array_backward")
class TestArrayBackward:
    def test_product_of_matrices(self, student, rng):
        """Nudging a or b changes a @ b as your gradients say."""
        gradcheck(
            lambda a, b: (a @ b, (a, b)),
            student.matmul_backward,
            {"a": rng.normal(size=(2, 3)), "b": rng.normal(size=(3, 4))},
            rng=rng,
        )

    def test_bias(self, student):
        """A bias of three numbers that was added to two rows gets the sum of the rows."""
        grad = np.array([[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]])
        assert_close(student.unbroadcast(grad, (3,)), np.array([11.0, 22.0, 33.0]), "the gradient")
        assert_shape(student.unbroadcast(grad, (2, 1)), (2, 1), "the gradient of a column")

    def test_reductions_of_a_row(self, student):
        """The sum, the mean and the maximum of (1, 4, 2, 3), with a gradient of 8."""
        x = np.array([[1.0, 4.0, 2.0, 3.0]])
        known = {"sum": [8.0, 8.0, 8.0, 8.0], "mean": [2.0, 2.0, 2.0, 2.0], "max": [0.0, 8.0, 0.0, 0.0]}
        for op, row in known.items():
            assert_close(student.reduce_backward(np.array([8.0]), x, op, 1, False), np.array([row]), f"dx of {op}")


@exercise("tensor_autograd")
class TestTensor:
    def test_new_tensor(self, student):
        """A new Tensor has its numbers, and a gradient of zeros."""
        x = student.Tensor(np.array([[1.0, 2.0], [3.0, 4.0]]))
        assert_close(x.data, np.array([[1.0, 2.0], [3.0, 4.0]]), "data")
        assert_close(x.grad, np.zeros((2, 2)), "grad")

    def test_a_small_layer(self, student):
        """The mean of relu(x @ w + b) for one row and two units, one of which is off."""
        x, w = student.Tensor(np.array([[1.0, 2.0]])), student.Tensor(np.array([[1.0, -1.0], [1.0, -1.0]]))
        b = student.Tensor(np.array([1.0, 1.0]))
        loss = (x @ w + b).relu().mean()
        loss.backward()
        assert_close(loss.data, 2.0, "loss")
        assert_close(x.grad, np.array([[0.5, 0.5]]), "grad of x")
        assert_close(w.grad, np.array([[0.5, 0.0], [1.0, 0.0]]), "grad of w")
        assert_close(b.grad, np.array([0.5, 0.0]), "grad of b")
