import math

import numpy as np
import torch

from autograder.suite import assert_close, assert_equal, assert_shape, assert_true, fill_weights


def test_shapes_of_the_model(student):
    """Scores of 7 tokens at each of 5 steps for 3 rows, and a state to go on from."""
    model = student.CharLM(7, 4)
    logits, state = model(torch.zeros(3, 5, dtype=torch.int64))
    assert_shape(logits, (3, 5, 7), "logits")
    assert_shape(state, (1, 3, 4), "state")


def test_a_model_that_knows_nothing(student):
    """With all weights 0, a window costs log 7 a token, and the state stays 0."""
    model = student.CharLM(7, 4)
    fill_weights(model, 0.0)
    tokens = torch.arange(15).reshape(3, 5) % 7
    optimizer = student.call(torch.optim.SGD, model.parameters(), lr=0.1)
    loss, state = student.tbptt_step(model, optimizer, tokens, tokens)
    assert_close(loss, math.log(7), "loss", rtol=1e-5)
    assert_close(state, torch.zeros(1, 3, 4), "state")


def test_a_simple_text_is_learned(student):
    """In a text that counts 0 1 2 3 4 0 1 2 ..., the loss falls below 0.1 within 60 steps."""
    run = student.train_char_lm(np.arange(600) % 5, 5, 0, steps=60, rows=8, window=10)
    losses = run["history"]["loss"]
    assert_equal(len(losses), 60, "number of losses")
    assert_true(losses[-1] < 0.1, "the last loss is not below 0.1")
