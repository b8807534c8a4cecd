import torch

from autograder.suite import assert_close, assert_shape

ALPHA_BAR = torch.tensor([0.96, 0.64, 0.36])


def test_a_model_that_says_zero(student):
    """If the guess is always 0, the loss is the mean square of the noise: 4 here."""
    model = student.given.denoisers.StepwiseDenoiser(3)
    model.load_state_dict({"slope": torch.zeros(3), "offset": torch.zeros(3)})
    noise = 2 * torch.ones(5, 2)
    loss = student.ddpm_simple_loss(model, torch.randn(5, 2), torch.tensor([0, 1, 2, 1, 0]), noise, ALPHA_BAR)
    assert_shape(loss, (), "the loss")
    assert_close(loss, torch.tensor(4.0), "the loss")


def test_one_sample_by_hand(student):
    """At alpha_bar = 0.64 the point 1 with noise 0.5 moves to 1.1; a model that answers 1.1 is off by 0.6."""
    model = student.given.denoisers.StepwiseDenoiser(3)
    one = torch.ones(1, 1)
    loss = student.ddpm_simple_loss(model, one, torch.tensor([1]), 0.5 * one, ALPHA_BAR)
    assert_close(loss, torch.tensor(0.36), "the loss", rtol=1e-5)
