import pytest
import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters


def test_shape_and_size(student):
    """10000 words, width 128, 4 heads, 512 units, 4 blocks, 2 classes: 2073602 parameters."""
    model = student.TransformerClassifier(20, 8, 2, 12, 1, 3)
    assert_shape(model(torch.zeros(2, 5, dtype=torch.long), torch.tensor([5, 3])), (2, 3), "logits")
    assert_equal(count_parameters(student.TransformerClassifier(10000, 128, 4, 512, 4, 2)), 2073602, "number of parameters")


def test_padding_has_no_influence(student):
    """Two texts that differ behind their end have the same logits."""
    model = student.TransformerClassifier(20, 8, 2, 12, 2, 3)
    out = model(torch.tensor([[4, 5, 6, 0, 0], [4, 5, 6, 7, 8]]), torch.tensor([3, 3])).detach()
    assert_close(out[0], out[1], "logits", atol=1e-5)


def test_too_long(student):
    """More tokens than max_len is a ValueError."""
    with pytest.raises(ValueError):
        student.TransformerClassifier(20, 8, 2, 12, 1, 3, max_len=4)(torch.zeros(1, 5, dtype=torch.long), torch.tensor([5]))
