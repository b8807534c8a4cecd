import numpy as np
import pytest

from autograder.suite import assert_close, assert_shape, definition, points, signed

SHAPES = (((5, 4), 3), ((4, 4), 4), ((2, 3, 4), 5), ((8, 3, 8, 8), 2), ((3, 3, 3), 3), ((1, 6), 2))


def draw(rng, shape, m):
    d = int(np.prod(shape[1:]))
    return rng.normal(size=shape), rng.normal(size=(d, m)), signed(rng, m)


@points(3)
@pytest.mark.parametrize("shape, m", SHAPES)
def test_layers_match_the_definition(student, reference, rng, shape, m):
    """out is that of the definition, for rows and for images, also where many sizes are equal."""
    X, W, b = draw(rng, shape, m)
    assert_close(student.affine_forward(X, W, b)[0], reference.affine_forward(X, W, b)[0], "out")


@definition
def test_columns_are_neurons(student, rng):
    """Column m of out is what a single neuron with column m of W and entry m of b gives, in a square case too."""
    for n, d, m in ((5, 4, 3), (4, 4, 4)):
        X, W, b = draw(rng, (n, d), m)
        wanted = np.array([[float(np.dot(X[i], W[:, j]) + b[j]) for j in range(m)] for i in range(n)])
        assert_close(student.affine_forward(X, W, b)[0], wanted, "out")


def test_samples_do_not_see_each_other(student, rng):
    """Changing one sample changes its own row of out, and no other."""
    X, W, b = draw(rng, (4, 2, 3), 4)
    other = X.copy()
    other[2] += 1
    change = student.affine_forward(other, W, b)[0] - student.affine_forward(X, W, b)[0]
    wanted = np.zeros((4, 4))
    wanted[2] = W.sum(axis=0)
    assert_close(change, wanted, "the change of out")


def test_the_layer_is_linear_up_to_its_bias(student, rng):
    """out of a sum of inputs is the sum of the outs, minus b once."""
    X, W, b = draw(rng, (4, 5), 4)
    V = rng.normal(size=(4, 5))
    both = student.affine_forward(X, W, b)[0] + student.affine_forward(V, W, b)[0]
    assert_close(both - student.affine_forward(X + V, W, b)[0], np.tile(b, (4, 1)), "the deviation from additivity")


def test_the_cache_is_what_came_in(student, rng):
    """The cache holds X with its own shape, W and b."""
    for shape, m in (((2, 3, 4), 5), ((4, 3), 2)):
        X, W, b = draw(rng, shape, m)
        cache = student.affine_forward(X, W, b)[1]
        for name, found, wanted in zip(("X", "W", "b"), cache, (X, W, b), strict=True):
            assert_shape(found, wanted.shape, f"{name} in the cache")
            assert_close(found, wanted, f"{name} in the cache")


def test_what_does_not_fit_is_refused(student, rng):
    """Samples with another number of entries than W has rows raise ValueError."""
    _, W, b = draw(rng, (4, 2, 3), 5)
    for wrong in (rng.normal(size=(4, 2, 2)), rng.normal(size=(6, 4)), rng.normal(size=(2, 12))):
        with pytest.raises(ValueError):
            student.affine_forward(wrong, W, b)


def test_biases_that_do_not_fit_are_refused(student, rng):
    """Biases that are not one for each column of W raise ValueError, also where numpy could stretch them."""
    X, W, b = draw(rng, (4, 2, 3), 5)
    for wrong in (b[:1], b[None], np.ones((4, 1)), b[:-1]):
        with pytest.raises(ValueError):
            student.affine_forward(X, W, wrong)
