import numpy as np

from autograder.suite import assert_close, assert_shape

SHAPES = {
    "w1": (2, 3),
    "b1": (3,),
    "w2": (3, 1),
    "b2": (1,),
    "w3": (1, 3),
    "b3": (3,),
    "w4": (3, 2),
    "b4": (2,),
}


def test_shapes(student, rng):
    """xhat has the shape of x, and z one column for each code unit."""
    params = {name: rng.normal(size=shape) for name, shape in SHAPES.items()}
    (xhat, z), _ = student.ae_mlp_forward(rng.normal(size=(4, 2)), params)
    assert_shape(xhat, (4, 2), "xhat")
    assert_shape(z, (4, 1), "z")


def test_small_net(student):
    """A net with simple weights codes (1, 2) as -3 and reconstructs it as (8, -8)."""
    params = {name: np.zeros(shape) for name, shape in SHAPES.items()}
    params["w1"][:, 0] = 1.0  # the first hidden unit adds the two features
    params["w2"][0] = -1.0  # and the code is minus that
    params["w3"][0, 2] = -2.0
    params["b3"][2] = 2.0
    params["w4"][2] = [1.0, -1.0]
    (xhat, z), _ = student.ae_mlp_forward(np.array([[1.0, 2.0]]), params)
    assert_close(z, np.array([[-3.0]]), "z")
    assert_close(xhat, np.array([[8.0, -8.0]]), "xhat")
