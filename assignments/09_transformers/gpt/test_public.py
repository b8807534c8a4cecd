import pytest
import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters


def test_shape_and_size(student):
    """12 tokens, width 64, 4 heads, 2 blocks, 64 positions: 105728 parameters, and 768 fewer if the head is tied."""
    model = student.GPT(12, 64, 4, 2, 64)
    assert_shape(model(torch.zeros(3, 5, dtype=torch.long)), (3, 5, 12), "logits")
    assert_equal(count_parameters(model), 105728, "number of parameters")
    assert_equal(count_parameters(student.GPT(12, 64, 4, 2, 64, tie=True)), 104960, "number of parameters, tied")


def test_the_future_is_not_seen(student):
    """Another last token changes the last logits only."""
    model = student.GPT(9, 8, 2, 2, 6)
    a, b = model(torch.tensor([[1, 2, 3, 4], [1, 2, 3, 5]])).detach()
    assert_close(a[:3], b[:3], "logits before the token that differs")


def test_too_long(student):
    """More tokens than positions is a ValueError."""
    with pytest.raises(ValueError):
        student.GPT(9, 8, 2, 1, 4)(torch.zeros(1, 5, dtype=torch.long))
