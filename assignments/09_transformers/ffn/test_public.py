import numpy as np

from autograder.suite import assert_close, assert_shape, gradcheck

W1 = np.array([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0]])
B1 = np.array([0.0, 0.5, -1.0])
W2 = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
B2 = np.array([0.1, 0.2])


def test_known_tokens(student):
    """The token (1, 2) becomes (23.6, 30.2), whatever stands beside it."""
    out, _ = student.ffn_forward(np.array([[[1.0, 2.0], [0.0, 0.0]]]), W1, B1, W2, B2)
    assert_close(out[0, 0], np.array([23.6, 30.2]), "the first token")


def test_shapes_of_the_gradients(student, rng):
    """Each gradient has the shape of its input."""
    x = rng.normal(size=(2, 4, 2))
    _, cache = student.ffn_forward(x, W1, B1, W2, B2)
    for name, got, like in zip(("dx", "dW1", "db1", "dW2", "db2"), student.ffn_backward(x, cache), (x, W1, B1, W2, B2)):
        assert_shape(got, like.shape, name)


def test_gradients_by_differences(student, rng):
    """The backward gives the gradients of the forward."""
    inputs = {"x": rng.normal(size=(2, 3)), "W1": rng.normal(size=(3, 4)), "b1": rng.normal(size=4)}
    inputs |= {"W2": rng.normal(size=(4, 3)), "b2": rng.normal(size=3)}
    gradcheck(student.ffn_forward, student.ffn_backward, inputs, rng=rng)
