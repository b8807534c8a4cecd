import torch

from autograder.suite import assert_equal, assert_shape


def test_a_model_that_counts(student):
    """The given counter puts its greatest logit on the next number: 3 is followed by 4, 5, 6."""
    model = student.given.language.Counter(10)
    out = student.gpt_generate(model, torch.tensor([[1, 3]]), 3, max_len=4)
    assert_equal(out.tolist(), [[1, 3, 4, 5, 6]], "prompt and what follows")


def test_shape(student):
    """Two prompts of three tokens get five more, also beyond max_len."""
    model = student.given.language.Counter(10)
    out = student.gpt_generate(model, torch.tensor([[1, 2, 3], [4, 5, 6]]), 5, 4, u=torch.full((2, 5), 0.5))
    assert_shape(out, (2, 8), "prompts and what follows")
