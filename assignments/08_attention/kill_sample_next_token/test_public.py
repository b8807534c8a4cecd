import numpy as np

from autograder.suite import StudentError, assert_true


def verdict(student, f):
    try:
        said = student.test_sample_next_token(f)
    except StudentError as error:
        if error.kind != "AssertionError":
            raise
        return False
    return said is None or bool(said)


def test_refuses_the_first_id(student):
    """An implementation that always draws id 0 is refused."""

    def first(logits, u, temperature=1.0, top_k=None):
        return np.zeros(len(logits), dtype=int)

    assert_true(not verdict(student, first), "your test accepts a sampler that always draws id 0")


def test_refuses_equal_chances(student):
    """An implementation that gives all ids the same chance is refused."""

    def uniform(logits, u, temperature=1.0, top_k=None):
        return (u * logits.shape[1]).astype(int)

    assert_true(not verdict(student, uniform), "your test accepts a sampler that does not look at the logits")


def test_refuses_the_least_likely(student):
    """An implementation that draws the least likely id is refused."""

    def least(logits, u, temperature=1.0, top_k=None):
        return np.argmin(logits, axis=1)

    assert_true(not verdict(student, least), "your test accepts a sampler that draws the least likely id")
