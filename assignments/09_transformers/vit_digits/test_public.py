import math

import torch

from autograder.suite import assert_close, assert_equal, fill_weights


def test_the_loss_of_a_model_that_knows_nothing(student, rng):
    """With all weights 0 the loss is ln 10."""
    model = student.given.toys.Pixels(16, 10)
    fill_weights(model, 0.0)
    optimizer = student.call(torch.optim.SGD, model.parameters(), lr=0.0)
    loss = student.vit_step(model, optimizer, torch.ones(5, 1, 4, 4), torch.tensor([0, 3, 9, 1, 1]))
    assert_close(loss, math.log(10), "the loss", atol=1e-5)


def test_a_few_steps_of_training(student, rng):
    """Two steps give a history of two losses."""
    x = rng.uniform(0, 16, size=(80, 8, 8)).astype("float32")
    run = student.train_vit_digits({"x_train": x, "y_train": rng.integers(10, size=80)}, 0, steps=2)
    assert_equal(len(run["history"]["loss"]), 2, "number of losses")
