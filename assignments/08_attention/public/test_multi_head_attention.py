import torch

from autograder.suite import assert_close, assert_equal, assert_shape


def tensor(array):
    return torch.tensor(array, dtype=torch.float32)


def test_shapes(student, rng):
    """3 queries and 5 keys of width 8 with 4 heads: out is (2, 3, 8), the weights are (2, 4, 3, 5)."""
    out, weights = student.MultiHeadAttention(8, 4)(
        tensor(rng.normal(size=(2, 3, 8))), tensor(rng.normal(size=(2, 5, 8)))
    )
    assert_shape(out, (2, 3, 8), "out")
    assert_shape(weights, (2, 4, 3, 5), "weights")


def test_number_of_parameters(student):
    """A layer of width 8 has four 8 x 8 matrices and, with bias, four times 8 numbers more."""
    count = lambda layer: sum(p.numel() for p in layer.parameters())
    assert_equal(count(student.MultiHeadAttention(8, 2)), 288, "number of parameters")
    assert_equal(
        count(student.MultiHeadAttention(8, 2, bias=False)), 256, "number of parameters without bias"
    )


def test_rows_sum_to_one(student, rng):
    """The weights of every query sum to 1, also in training with dropout."""
    x = tensor(rng.normal(size=(2, 3, 8)))
    _, weights = student.MultiHeadAttention(8, 2, dropout=0.5)(x, x)
    assert_close(weights.detach().sum(-1), torch.ones(2, 2, 3), "sums over the keys")
