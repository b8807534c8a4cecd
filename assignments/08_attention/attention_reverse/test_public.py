import math

import torch

from autograder.suite import assert_close, assert_equal, assert_shape, fill_weights


def silent(student, vocab):
    """A Translator that knows nothing: all its weights are 0."""
    model = student.Translator(vocab, 3, 4)
    fill_weights(model, 0.0)
    return model


def test_loss_of_a_model_that_knows_nothing(student, rng):
    """With equal logits for 6 tokens and the start token the loss is log 7."""
    src = torch.tensor(rng.integers(6, size=(3, 5)))
    loss = student.translation_loss(silent(student, 6), src, src.flip(1))
    assert_close(loss.detach(), torch.tensor(math.log(7)), "the loss", atol=1e-5)


def test_shapes_of_a_translation(student, rng):
    """Three sources of length 5, translated into 4 tokens each."""
    tokens, maps = student.greedy_decode(student.Translator(6, 3, 4), torch.tensor(rng.integers(6, size=(3, 5))), 4)
    assert_shape(tokens, (3, 4), "tokens")
    assert_shape(maps, (3, 4, 5), "attention weights")


def test_a_few_steps_of_training(student, rng):
    """Two steps give a history of two losses."""
    x = rng.integers(6, size=(80, 5))
    run = student.train_attention_reverse({"x_train": x, "y_train": x[:, ::-1].copy()}, 0, steps=2)
    assert_equal(len(run["history"]["loss"]), 2, "number of losses")
