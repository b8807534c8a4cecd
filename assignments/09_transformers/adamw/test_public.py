import pytest
import torch

from autograder.suite import assert_close


def test_the_first_step_has_the_length_of_the_rate(student):
    """The first step of Adam moves each number by the learning rate, whatever the gradient's size."""
    w = student.call(torch.nn.Linear, 2, 1)
    w.load_state_dict({"weight": torch.tensor([[1.0, -2.0]]), "bias": torch.tensor([0.5])})
    student.given.language.set_gradients(w, {"weight": torch.tensor([[100.0, -0.01]]), "bias": torch.tensor([3.0])})
    student.AdamW(w.parameters(), lr=0.1, weight_decay=0.0).step()
    assert_close(w.state_dict()["weight"], torch.tensor([[0.9, -1.9]]), "the weights", atol=1e-5)
    assert_close(w.state_dict()["bias"], torch.tensor([0.4]), "the bias", atol=1e-5)


def test_the_rate_goes_up_and_down(student):
    """Ten steps of warm-up: a tenth of the peak first, the peak at the end of it, less later."""
    assert_close(student.warmup_cosine(0, 2.0, 10, 100), 0.2, "rate of step 0")
    assert_close(student.warmup_cosine(9, 2.0, 10, 100), 2.0, "rate of step 9")
    assert_close(student.warmup_cosine(55, 2.0, 10, 100, floor=0.0), 1.0, "rate half way down")


def test_a_warm_up_without_end(student):
    """A warm-up that is as long as the training is a ValueError."""
    with pytest.raises(ValueError):
        student.warmup_cosine(0, 1.0, 10, 10)
