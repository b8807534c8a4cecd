import numpy as np

from autograder.suite import assert_close, assert_shape, exercise

SHAPES = {"Wq": (4, 4), "Wk": (4, 4), "Wv": (4, 4), "Wo": (4, 4), "g1": (4,), "b1": (4,)}
SHAPES |= {"W1": (4, 3), "c1": (3,), "W2": (3, 4), "c2": (4,), "g2": (4,), "b2": (4,)}


def params(rng):
    return {name: rng.normal(size=shape) for name, shape in SHAPES.items()}


@exercise("encoder_block_forward")
def test_without_weights_two_norms_are_left(student):
    """With all matrices 0 and plain norms, the token (1, 2, 3, 4) is normalised twice."""
    given = {name: np.zeros(shape) for name, shape in SHAPES.items()}
    given["g1"] = given["g2"] = np.ones(4)
    out, _ = student.encoder_block_forward(np.array([[[1.0, 2.0, 3.0, 4.0]]]), given, 2)
    assert_close(out, np.array([[[-1.34163, -0.44721, 0.44721, 1.34163]]]), "out", atol=1e-4)


@exercise("encoder_block_forward")
def test_shape(student, rng):
    """Tokens of shape (2, 5, 4) stay so."""
    assert_shape(student.encoder_block_forward(rng.normal(size=(2, 5, 4)), params(rng), 2)[0], (2, 5, 4), "out")


@exercise("encoder_block_backward")
def test_shapes_of_the_gradients(student, rng):
    """dx has the shape of x, and there is a gradient for each of the twelve arrays."""
    x = rng.normal(size=(2, 5, 4))
    _, cache = student.encoder_block_forward(x, params(rng), 2)
    dx, grads = student.encoder_block_backward(x, cache)
    assert_shape(dx, x.shape, "dx")
    for name, shape in SHAPES.items():
        assert_shape(grads[name], shape, f"gradient of {name}")


@exercise("encoder_block_backward")
def test_the_slope_in_one_direction(student, rng):
    """A small step of x changes the loss as dx says."""
    x, given, dout = rng.normal(size=(1, 3, 4)), params(rng), rng.normal(size=(1, 3, 4))
    way = rng.normal(size=x.shape)
    dx, _ = student.encoder_block_backward(dout, student.encoder_block_forward(x, given, 2)[1])
    up, down = (student.encoder_block_forward(x + h * way, given, 2)[0] for h in (1e-5, -1e-5))
    slope = float(((up - down) * dout).sum() / 2e-5)
    assert_close(float((dx * way).sum()), slope, "slope of the loss", rtol=1e-4, atol=1e-6)
