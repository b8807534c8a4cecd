import numpy as np

from autograder.suite import accepts, assert_true


def test_refuses_a_checker_that_is_always_content(student):
    """A checker that finds every gradient right is refused."""

    def content(claimed, w, x, h=1e-5):
        return 0.0

    assert_true(
        not accepts(student.test_gradient_check, content), "your test accepts a checker that is content with everything"
    )


def test_refuses_a_checker_that_is_never_content(student):
    """A checker that finds every gradient wrong is refused."""

    def never(claimed, w, x, h=1e-5):
        return 1.0

    assert_true(not accepts(student.test_gradient_check, never), "your test accepts a checker that is never content")


def test_refuses_a_checker_that_looks_at_one_entry(student):
    """A checker that looks at the first entry only is refused."""

    def first_only(claimed, w, x, h=1e-5):
        mine, theirs = float((w * np.cos(x)).flat[0]), float(claimed.flat[0])
        return abs(mine - theirs) / max(abs(mine) + abs(theirs), 1e-12)

    assert_true(
        not accepts(student.test_gradient_check, first_only), "your test accepts a checker that looks at the first entry only"
    )
