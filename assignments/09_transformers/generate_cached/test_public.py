import torch

from autograder.suite import assert_equal, assert_shape


def test_one_token_at_a_time(student, rng):
    """The prompt of four tokens is fed at once, and then each new token but the last by itself."""
    model = student.given.language.PastProbe(9)
    out = student.generate_cached(model, torch.tensor(rng.integers(9, size=(2, 4))), 3)
    assert_shape(out, (2, 7), "prompts and what follows")
    assert_equal(list(model.fed), [4, 1, 1], "numbers of tokens that the model was fed")


def test_the_prompt_comes_first(student, rng):
    """What comes back begins with the prompt."""
    ids = torch.tensor(rng.integers(9, size=(2, 4)))
    out = student.generate_cached(student.given.language.PastProbe(9), ids, 2, u=torch.full((2, 2), 0.5))
    assert_equal(out[:, :4].tolist(), ids.tolist(), "the beginning")
