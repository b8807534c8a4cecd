import math

import torch

from autograder.suite import assert_close, assert_equal, assert_shape


def test_loss_of_a_model_that_knows_nothing(student, rng):
    """If all 6 target tokens get the same score, the loss is ln 6, and the first token is decoded again and again."""
    model = student.given.translators.SumTranslator(5, 6, 3)
    model.load_state_dict({name: torch.zeros_like(w) for name, w in model.state_dict().items()})
    src, tgt = torch.tensor(rng.integers(0, 5, size=(7, 4))), torch.tensor(rng.integers(0, 4, size=(7, 3)))
    assert_equal(student.translate(model, src, 4, 2), torch.zeros(7, 2, dtype=torch.int64), "decoded tokens")
    optimizer = student.call(torch.optim.SGD, model.parameters(), lr=0.1)
    assert_close(student.seq2seq_step(model, optimizer, src, tgt, 4, 5), math.log(6), "loss", rtol=1e-5)


def test_translation_has_a_row_for_each_source(student, rng):
    """Seven sources and a length of 4 give tokens of shape (7, 4)."""
    model = student.given.translators.SumTranslator(5, 6, 3)
    assert_shape(
        student.translate(model, torch.tensor(rng.integers(0, 5, size=(7, 3))), 4, 4),
        (7, 4),
        "decoded tokens",
    )


def test_training_returns_what_is_asked_for(student):
    """Three steps give three losses, the first of them near ln 12 for ten words, bos and eos."""
    run = student.train_seq2seq_reverse(torch.arange(10).flip(0), 1, steps=3)
    assert_equal(len(run["history"]["loss"]), 3, "number of losses")
    assert_close(run["history"]["loss"][0], math.log(12), "the first loss", atol=0.2)
