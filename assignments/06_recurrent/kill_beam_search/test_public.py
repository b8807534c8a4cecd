import numpy as np

from autograder.suite import accepts, assert_true


def test_refuses_nothing_found(student):
    """An implementation that finds nothing is refused."""

    def nothing(logp, bos, eos, k, max_len, length_norm=False):
        return []

    assert_true(not accepts(student.test_beam_search, nothing), "your test accepts a search that finds nothing")


def test_refuses_the_end_at_once(student):
    """An implementation that always ends at once is refused."""

    def ends(logp, bos, eos, k, max_len, length_norm=False):
        return [([eos], float(logp[bos, eos]))]

    assert_true(not accepts(student.test_beam_search, ends), "your test accepts a search that always ends at once")


def test_refuses_single_tokens(student):
    """An implementation that returns sequences of one token only is refused."""

    def short(logp, bos, eos, k, max_len, length_norm=False):
        likeliest = np.argsort(-logp[bos])[:k]
        return [([int(token)], float(logp[bos, token])) for token in likeliest]

    assert_true(
        not accepts(student.test_beam_search, short), "your test accepts a search that never gets beyond the first token"
    )
