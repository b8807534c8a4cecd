import math

import torch

from autograder.suite import assert_close, assert_equal


def test_the_loss_of_a_model_that_knows_nothing(student, rng):
    """With equal logits for 7 symbols the loss is ln 7."""
    model = student.given.toys.Bigram(7)
    optimizer = student.call(torch.optim.SGD, model.parameters(), lr=0.0)
    assert_close(
        student.gpt_step(model, optimizer, torch.tensor(rng.integers(7, size=(3, 5)))), math.log(7), "the loss", atol=1e-5
    )


def test_a_few_steps_of_training(student, rng):
    """Two steps give a history of two losses."""
    run = student.train_gpt_source({"ids": rng.integers(5, size=200), "vocab": 5}, 0, steps=2)
    assert_equal(len(run["history"]["loss"]), 2, "number of losses")
