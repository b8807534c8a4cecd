import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters, load_weights


def tensor(array):
    return torch.tensor(array, dtype=torch.float32)


def test_shapes(student, rng):
    """3 queries and 5 keys of width 8 with 4 heads: out is (2, 3, 8), the weights are (2, 4, 3, 5)."""
    out, weights = student.MultiHeadAttention(8, 4)(tensor(rng.normal(size=(2, 3, 8))), tensor(rng.normal(size=(2, 5, 8))))
    assert_shape(out, (2, 3, 8), "out")
    assert_shape(weights, (2, 4, 3, 5), "weights")


def test_number_of_parameters(student):
    """A layer of width 8 has four 8 x 8 matrices and, with bias, four times 8 numbers more."""
    assert_equal(count_parameters(student.MultiHeadAttention(8, 2)), 288, "number of parameters")
    without = student.MultiHeadAttention(8, 2, bias=False)
    assert_equal(count_parameters(without), 256, "number of parameters without bias")


def test_weights_can_be_loaded(student):
    """With matrices of zeros every key is equally good, and what comes out is the bias of o."""
    layer = student.MultiHeadAttention(8, 2)
    weights = {f"{name}.weight": torch.zeros(8, 8) for name in "qkvo"}
    load_weights(layer, weights | {f"{name}.bias": torch.full((8,), float(name == "o")) for name in "qkvo"})
    out, shares = layer(torch.ones(1, 3, 8), torch.ones(1, 5, 8))
    assert_close(out.detach(), torch.ones(1, 3, 8), "out")
    assert_close(shares.detach(), torch.full((1, 2, 3, 5), 0.2), "weights")


def test_rows_sum_to_one(student, rng):
    """The weights of every query sum to 1, also in training with dropout."""
    x = tensor(rng.normal(size=(2, 3, 8)))
    _, weights = student.MultiHeadAttention(8, 2, dropout=0.5)(x, x)
    assert_close(weights.detach().sum(-1), torch.ones(2, 2, 3), "sums over the keys")
