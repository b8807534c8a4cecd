import pytest
import torch

from autograder.suite import assert_equal, assert_shape, assert_true, count_parameters


def test_shapes(student):
    """Sources of length 5, decoder inputs of length 4, 9 tokens on the target side."""
    model = student.Transformer(7, 9, 8, 2, 12, 2, 10)
    logits = model(torch.zeros(3, 5, dtype=torch.long), torch.tensor([5, 2, 4]), torch.zeros(3, 4, dtype=torch.long))
    assert_shape(logits, (3, 4, 9), "logits")


def test_number_of_parameters(student):
    """Two tables, two blocks on each side, two last norms with pre-norm, and the output layer."""
    assert_equal(
        count_parameters(student.Transformer(7, 9, 8, 2, 12, 2, 10)), 56 + 72 + 2 * 532 + 2 * 836 + 32 + 81, "parameters"
    )
    post = student.Transformer(7, 9, 8, 2, 12, 2, 10, norm="post")
    assert_equal(count_parameters(post), 56 + 72 + 2 * 532 + 2 * 836 + 81, "parameters with post-norm")


def test_generation(student):
    """Six tokens are written for each of two sources; behind an eos there is only eos."""
    model = student.Transformer(7, 4, 8, 2, 12, 1, 10)
    out = model.generate(torch.tensor([[1, 2, 3], [4, 5, 6]]), torch.tensor([3, 2]), bos=0, eos=1, max_len=6)
    assert_shape(out, (2, 6), "tokens")
    for row in out.tolist():
        ended = row.index(1) if 1 in row else 6
        assert_true(set(row[ended:]) <= {1}, "something is written behind eos")


def test_too_long(student):
    """More tokens than positions is a ValueError."""
    with pytest.raises(ValueError):
        student.Transformer(7, 9, 8, 2, 12, 1, 4)(
            torch.zeros(1, 5, dtype=torch.long), torch.tensor([5]), torch.zeros(1, 2, dtype=torch.long)
        )
