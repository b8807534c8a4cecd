import numpy as np

from autograder.suite import StudentError, assert_true


def verdict(student, f):
    try:
        said = student.test_beam_search(f)
    except StudentError as error:
        if error.kind != "AssertionError":
            raise
        return False
    return said is None or bool(said)


def test_refuses_nothing_found(student):
    """An implementation that finds nothing is refused."""

    def nothing(logp, bos, eos, k, max_len, length_norm=False):
        return []

    assert_true(not verdict(student, nothing), "your test accepts a search that finds nothing")


def test_refuses_the_end_at_once(student):
    """An implementation that always ends at once is refused."""

    def ends(logp, bos, eos, k, max_len, length_norm=False):
        return [([eos], float(logp[bos, eos]))]

    assert_true(not verdict(student, ends), "your test accepts a search that always ends at once")


def test_refuses_a_greedy_search(student):
    """An implementation that follows a single hypothesis, whatever k is, is refused."""

    def single(logp, bos, eos, k, max_len, length_norm=False):
        ids, total = [bos], 0.0
        for _ in range(max_len):
            total += float(np.max(logp[ids[-1]]))
            ids.append(int(np.argmax(logp[ids[-1]])))
            if ids[-1] == eos:
                break
        return [(ids[1:], total / (len(ids) - 1) if length_norm else total)]

    assert_true(not verdict(student, single), "your test accepts a search that follows one hypothesis only")
