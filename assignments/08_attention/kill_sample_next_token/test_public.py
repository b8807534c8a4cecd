import numpy as np

from autograder.suite import accepts, assert_true


def test_refuses_the_first_id(student):
    """An implementation that always draws id 0 is refused."""

    def first(logits, u, temperature=1.0, top_k=None):
        return np.zeros(len(logits), dtype=int)

    assert_true(not accepts(student.test_sample_next_token, first), "your test accepts a sampler that always draws id 0")


def test_refuses_equal_chances(student):
    """An implementation that gives all ids the same chance is refused."""

    def uniform(logits, u, temperature=1.0, top_k=None):
        return (u * logits.shape[1]).astype(int)

    assert_true(
        not accepts(student.test_sample_next_token, uniform), "your test accepts a sampler that does not look at the logits"
    )


def test_refuses_the_least_likely(student):
    """An implementation that draws the least likely id is refused."""

    def least(logits, u, temperature=1.0, top_k=None):
        return np.argmin(logits, axis=1)

    assert_true(
        not accepts(student.test_sample_next_token, least), "your test accepts a sampler that draws the least likely id"
    )
