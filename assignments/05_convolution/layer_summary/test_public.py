import pytest

from autograder.suite import assert_equal


def test_a_small_net(student):
    """Convolution, pooling, global mean and an affine layer on an image of 3 x 9 x 8."""
    layers = [{"kind": "conv", "out": 4, "k": 3, "pad": 1}, {"kind": "relu"}, {"kind": "pool", "k": 2}, {"kind": "gap"}]
    rows = student.cnn_layer_summary([*layers, {"kind": "fc", "out": 5}], (3, 9, 8))
    expected = [((4, 9, 8), 112), ((4, 9, 8), 0), ((4, 4, 4), 0), ((4,), 0), ((5,), 25)]
    assert_equal([(tuple(shape), count) for shape, count in rows], expected, "shapes and parameters")


def test_lenet(student):
    """LeNet-5 has 61706 parameters, and ends with 10 scores."""
    rows = student.cnn_layer_summary(student.architecture_layers("lenet5"), (1, 32, 32))
    assert_equal(sum(count for _, count in rows), 61706, "number of parameters")
    assert_equal(tuple(rows[-1][0]), (10,), "shape of the scores")


def test_unknown_names(student):
    """A kind or a net that there is not: ValueError."""
    with pytest.raises(ValueError):
        student.cnn_layer_summary([{"kind": "sigmoid"}], (1, 4, 4))
    with pytest.raises(ValueError):
        student.architecture_layers("lenet6")
