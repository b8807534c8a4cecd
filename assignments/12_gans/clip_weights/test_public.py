import pytest
import torch

from autograder.suite import assert_close, assert_true


def test_clamped_in_place(student):
    """With c = 1 the weights 3, -2 and 0.5 become 1, -1 and 0.5."""
    layer = student.call(torch.nn.Linear, 3, 1)
    layer.load_state_dict({"weight": torch.tensor([[3.0, -2.0, 0.5]]), "bias": torch.tensor([-4.0])})
    student.clip_weights(layer, 1.0)
    assert_close(layer.state_dict()["weight"], torch.tensor([[1.0, -1.0, 0.5]]), "the weights")
    assert_close(layer.state_dict()["bias"], torch.tensor([-1.0]), "the bias")


def test_a_step_ends_inside_the_bounds(student):
    """After a step all weights of the critic are in [-c, c]."""
    G, critic = student.given.players.Maker(2, 3), student.given.players.Judge(3)
    optimizer = student.call(torch.optim.SGD, critic.parameters(), lr=0.1)
    student.wgan_clip_step(G, critic, optimizer, torch.randn(5, 3), torch.randn(4, 2), 0.05)
    for name, entry in critic.state_dict().items():
        assert_true(float(entry.abs().max()) <= 0.05 + 1e-7, f"{name} is not clipped")


def test_the_bound_is_positive(student):
    """A bound of 0 raises ValueError."""
    with pytest.raises(ValueError):
        student.clip_weights(student.call(torch.nn.Linear, 3, 1), 0.0)
