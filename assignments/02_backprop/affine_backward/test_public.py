import numpy as np

from autograder.suite import assert_close, assert_shape, gradcheck


def forward(x, w, b):
    return x.reshape(len(x), -1) @ w + b, (x, w, b)


def test_shapes(student, rng):
    """dx, dw and db have the shapes of x, w and b."""
    x, w, b = rng.normal(size=(5, 3)), rng.normal(size=(3, 2)), rng.normal(size=2)
    dx, dw, db = student.affine_backward(rng.normal(size=(5, 2)), (x, w, b))
    assert_shape(dx, (5, 3), "dx")
    assert_shape(dw, (3, 2), "dw")
    assert_shape(db, (2,), "db")


def test_one_sample(student):
    """x = (1, 2), one output with weights (3, 4): the gradients can be read off."""
    cache = (np.array([[1.0, 2.0]]), np.array([[3.0], [4.0]]), np.array([5.0]))
    dx, dw, db = student.affine_backward(np.array([[10.0]]), cache)
    assert_close(dx, np.array([[30.0, 40.0]]), "dx")
    assert_close(dw, np.array([[10.0], [20.0]]), "dw")
    assert_close(db, np.array([10.0]), "db")


def test_gradients_agree_with_differences(student, rng):
    """Nudging x, w or b changes the output of the layer as your gradients say."""
    inputs = {"x": rng.normal(size=(4, 3)), "w": rng.normal(size=(3, 2)), "b": rng.normal(size=2)}
    gradcheck(forward, student.affine_backward, inputs, rng=rng)
