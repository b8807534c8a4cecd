import math

import torch

from autograder.suite import assert_close, assert_equal


def test_the_loss_of_a_model_that_knows_nothing(student, rng):
    """With equal logits for 7 characters the loss is ln 7."""
    model = student.given.toys.Bigram(7, past=True)
    loss = student.char_loss(model, torch.tensor(rng.integers(7, size=(3, 5))))
    assert_close(loss.detach(), torch.tensor(math.log(7)), "the loss", atol=1e-5)


def test_a_few_steps_of_training(student, rng):
    """Three steps with a tiny model give a history of three losses."""
    data = {"ids": rng.integers(5, size=200), "vocab": 5}
    run = student.train_char_gpt(data, 0, steps=3, d=8, heads=2, layers=1, window=6, batch=4)
    assert_equal(len(run["history"]["loss"]), 3, "number of losses")
