from itertools import pairwise

import numpy as np

from autograder.suite import assert_close, assert_shape, exercise, gradcheck


@exercise("hidden_delta")
class TestHiddenDelta:
    def test_known_value(self, student):
        """One row, two hidden units, one output, worked out by hand."""
        delta = student.hidden_delta(np.array([[2.0]]), np.array([[3.0], [-1.0]]), np.array([[0.5, 4.0]]), lambda z: 2 * z)
        assert_close(delta, np.array([[6.0, -16.0]]), "delta")

    def test_shape(self, student, rng):
        """There is a delta for each row and each hidden unit."""
        delta = student.hidden_delta(rng.normal(size=(4, 2)), rng.normal(size=(5, 2)), rng.normal(size=(4, 5)), np.cos)
        assert_shape(delta, (4, 5), "delta")


@exercise("mlp_backward")
class TestBackward:
    def test_one_layer(self, student):
        """With a single linear layer nothing but an affine map is left."""
        x, weight = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 0.0, 2.0], [0.0, 1.0, -1.0]])
        dout = np.array([[1.0, 1.0, 0.0], [0.0, 2.0, 1.0]])
        dx, grads = student.mlp_backward(dout, [(x, x @ weight)], [(weight, np.zeros(3))], "tanh")
        assert_close(dx, np.array([[1.0, 1.0], [2.0, 1.0]]), "dx")
        assert_close(grads[0][0], np.array([[1.0, 7.0, 3.0], [2.0, 10.0, 4.0]]), "dW1")
        assert_close(grads[0][1], np.array([1.0, 3.0, 1.0]), "db1")

    def test_gradients_of_a_deep_net(self, student, rng):
        """Nudging the input or a parameter changes the output as your gradients say."""
        widths = (3, 5, 4, 2)
        inputs = {"x": rng.normal(size=(6, 3))}
        for layer, (n_in, n_out) in enumerate(pairwise(widths), start=1):
            inputs[f"W{layer}"] = rng.normal(size=(n_in, n_out))
            inputs[f"b{layer}"] = rng.normal(size=n_out)

        def forward(x, *flat):
            params = list(zip(flat[::2], flat[1::2]))
            out, cache = student.given.mlp.mlp_forward(x, params, "tanh")
            return out, (cache, params)

        def backward(dout, kept):
            dx, grads = student.mlp_backward(dout, *kept, "tanh")
            return [dx, *(g for pair in grads for g in pair)]

        gradcheck(forward, backward, inputs, rng=rng)
