import numpy as np

from autograder.suite import assert_close, assert_shape, gradcheck, points

AXES = {"w": ("inputs", "outputs"), "b": ("outputs",)}
NAMES = {"x": "dx", "w": "dw", "b": "db"}


def draw(rng, shape, m):
    d = int(np.prod(shape[1:]))
    return {"x": rng.normal(size=shape), "w": rng.normal(size=(d, m)), "b": rng.normal(size=m)}


def affine(x, w, b):
    return x.reshape(len(x), -1) @ w + b, (x, w, b)


@points(2)
def test_gradients_of_rows(student, reference, rng):
    """For a batch of rows, dx, dw and db are the gradients of the layer."""
    cache = tuple(draw(rng, (6, 3), 4).values())
    dout = rng.normal(size=(6, 4))
    got, wanted = student.affine_backward(dout, cache), reference.affine_backward(dout, cache)
    for name, actual, expected in zip(("dx", "dw", "db"), got, wanted, strict=True):
        assert_close(actual, expected, name, sizes={"the batch size": 6})


@points(2)
def test_all_three_agree_with_differences(student, rng):
    """Nudging x, w or b changes the loss as the gradients say."""
    gradcheck(affine, student.affine_backward, draw(rng, (5, 2), 3), rng=rng, names=NAMES, axes=AXES)


@points(2)
def test_input_with_four_axes(student, rng):
    """Images of shape (N, C, H, W) are flattened on the way in; dx comes back in their shape."""
    given = draw(rng, (4, 2, 3, 5), 6)
    dx, _, _ = student.affine_backward(rng.normal(size=(4, 6)), tuple(given.values()))
    assert_shape(dx, (4, 2, 3, 5), "dx")
    gradcheck(affine, student.affine_backward, given, rng=rng, names=NAMES, axes=AXES)


def test_square_layer(student, reference, rng):
    """With as many samples as inputs and outputs no shape gives a mistake away, only the numbers do."""
    cache = tuple(draw(rng, (4, 4), 4).values())
    dout = rng.normal(size=(4, 4))
    got, wanted = student.affine_backward(dout, cache), reference.affine_backward(dout, cache)
    for name, actual, expected in zip(("dx", "dw", "db"), got, wanted, strict=True):
        assert_close(actual, expected, name)


def test_sum_of_squares_by_hand(student):
    """A small layer followed by a sum of squares has the gradients worked out by hand."""
    x = np.array([[0.0, 1.0], [2.0, 3.0]])
    dout = np.array([[2.0, 2.0], [10.0, 10.0]])
    dx, dw, db = student.affine_backward(dout, (x, np.ones((2, 2)), np.zeros(2)))
    assert_close(dx, np.array([[4.0, 4.0], [20.0, 20.0]]), "dx")
    assert_close(dw, np.array([[20.0, 20.0], [32.0, 32.0]]), "dw")
    assert_close(db, np.array([12.0, 12.0]), "db")


def test_a_batch_is_the_sum_of_its_samples(student, rng):
    """Sample by sample, the gradients of w and b add up to those of the batch, and the rows of dx are the same."""
    x, w, b = draw(rng, (5, 3), 2).values()
    dout = rng.normal(size=(5, 2))
    dx, dw, db = student.affine_backward(dout, (x, w, b))
    parts = [student.affine_backward(dout[i : i + 1], (x[i : i + 1], w, b)) for i in range(5)]
    assert_close(np.concatenate([part[0] for part in parts]), dx, "dx, sample by sample")
    assert_close(np.sum([part[1] for part in parts], axis=0), dw, "dw, summed over the samples")
    assert_close(np.sum([part[2] for part in parts], axis=0), db, "db, summed over the samples")
    assert_close(parts[0][1], np.outer(x[0], dout[0]), "dw of one sample")
