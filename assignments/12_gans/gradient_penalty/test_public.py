import pytest
import torch

from autograder.suite import assert_close, assert_shape, assert_true


def test_a_linear_critic(student):
    """A linear critic with weights (0, 3) has slope 3 everywhere: the penalty is 10 * 2^2."""
    critic = student.call(torch.nn.Linear, 2, 1)
    critic.load_state_dict({"weight": torch.tensor([[0.0, 3.0]]), "bias": torch.zeros(1)})
    found = student.gradient_penalty(critic, torch.randn(4, 2), torch.randn(4, 2), torch.rand(4))
    assert_close(found, torch.tensor(40.0), "the penalty")
    assert_shape(found, (), "the penalty")


def test_the_weights_get_a_gradient(student):
    """The penalty can be differentiated with respect to the critic's weights."""
    critic = student.given.players.Judge(3)
    loss = student.given.players.LossOf(student.gradient_penalty, critic)
    gradients = student.vjp(loss, [torch.randn(5, 3), torch.randn(5, 3), torch.rand(5)]).parameters
    top = max(float(entry.abs().max()) for entry in gradients.values() if entry is not None)
    assert_true(top > 1e-6, "no gradient reaches the weights")


def test_one_eps_for_each_sample(student):
    """Too few numbers in eps raise ValueError."""
    with pytest.raises(ValueError):
        student.gradient_penalty(student.given.players.Judge(3), torch.randn(5, 3), torch.randn(5, 3), torch.rand(4))
