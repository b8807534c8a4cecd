import math

import torch

from autograder.suite import assert_close, assert_equal, assert_shape, count_parameters, fill_weights


def test_shape_and_size(student):
    """11 tokens and the mask token, width 32, 4 heads, 2 blocks, 16 positions."""
    model = student.MaskedLM(11, 32, 4, 2, 16)
    assert_shape(model(torch.zeros(3, 7, dtype=torch.long)), (3, 7, 11), "logits")
    assert_equal(count_parameters(model), 12 * 32 + 16 * 32 + 2 * 12704 + 64 + 363, "number of parameters")


def test_the_loss_of_a_model_that_knows_nothing(student):
    """With all weights 0 the loss is ln 11."""
    model = student.MaskedLM(11, 8, 2, 1, 4)
    fill_weights(model, 0.0)
    optimizer = student.call(torch.optim.SGD, model.parameters(), lr=0.0)
    labels = torch.tensor([[3, -100, -100, 10], [-100, 0, -100, -100]])
    loss = student.mlm_step(model, optimizer, torch.full((2, 4), 11), labels)
    assert_close(loss, math.log(11), "the loss", atol=1e-5)


def test_a_few_steps_of_training(student, rng):
    """Two steps give a history of two losses."""
    run = student.train_mlm_toy({"x_train": rng.integers(5, size=(80, 6)), "vocab": 5}, 0, steps=2)
    assert_equal(len(run["history"]["loss"]), 2, "number of losses")
