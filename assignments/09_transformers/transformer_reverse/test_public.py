import math

import torch

from autograder.suite import assert_close, assert_equal


def test_loss_of_a_model_that_knows_nothing(student, rng):
    """With equal logits for 8 tokens, bos and eos the loss is ln 10."""
    model = student.given.toys.Echo(10)
    src = torch.tensor(rng.integers(8, size=(3, 5)))
    loss = student.seq2seq_loss(model, src, src.flip(1), 8, 9)
    assert_close(loss.detach(), torch.tensor(math.log(10)), "the loss", atol=1e-5)


def test_a_few_steps_of_training(student, rng):
    """Two steps give a history of two losses."""
    x = rng.integers(6, size=(80, 4))
    run = student.train_transformer_reverse({"x_train": x, "y_train": x[:, ::-1].copy()}, 0, steps=2)
    assert_equal(len(run["history"]["loss"]), 2, "number of losses")
