from itertools import product

import numpy as np

from autograder.suite import assert_close, assert_equal, assert_true, exercise, points

A, B, END, START = 0, 1, 2, 3
FORBIDDEN = -50.0
GARDEN = np.log([[0.36, 0.34, 0.30, 1e-20], [0.1, 0.1, 0.8, 1e-20], [0.25] * 4, [0.5, 0.4, 0.1, 1e-20]])
"""After a, the best first token, nothing is probable; after b the end nearly always follows."""


def draw(rng, v=5):
    """Scores that are multiples of 1/64: their sums are exact, whatever the order in which they are added."""
    return -rng.integers(8, 320, size=(v, v)) / 64.0


def enumerated(logp, bos, eos, max_len):
    """All sequences that end in eos or are cut at max_len, with their scores."""
    found = []
    for length in range(1, max_len + 1):
        for body in product(range(len(logp)), repeat=length):
            ended = body[-1] == eos
            if eos in body[:-1] or (length < max_len and not ended):
                continue
            found.append((list(body), float(sum(logp[a, b] for a, b in zip((bos, *body), body)))))
    return sorted(found, key=lambda one: (-one[1], one[0]))


def check_results(found, expected, name):
    """Results one by one: first the tokens, then the scores."""
    assert_true(type(found) in (list, tuple), f"{name} is not a list")
    tokens = [as_list(one[0]) for one in found]
    assert_equal(tokens, [one[0] for one in expected], f"tokens of {name}")
    assert_close([one[1] for one in found], [one[1] for one in expected], f"scores of {name}", atol=1e-9)


def as_list(tokens):
    return tokens.tolist() if isinstance(tokens, np.ndarray) else list(tokens)


@exercise("greedy_decode")
class TestGreedy:
    @points(2)
    def test_every_token_is_the_best_after_the_one_before(self, student, reference, rng):
        """Tokens and score are those of always taking the best next token."""
        for _ in range(4):
            logp = draw(rng)
            tokens, score = student.greedy_decode(logp, 4, 1, 7)
            right, right_score = reference.greedy_decode(logp, 4, 1, 7)
            assert_equal(as_list(tokens), right, "tokens")
            assert_close(score, right_score, "score")

    def test_stops_after_the_end_and_keeps_it(self, student, rng):
        """A chain of four tokens that leads to eos ends there: eos is kept, bos is not returned, and the score is their sum."""
        v, eos, bos = 7, 2, 6
        chain = [int(j) for j in rng.permutation([0, 1, 3, 4, 5])[:3]] + [eos]
        logp = draw(rng, v) - 6.0
        for before, token in zip([bos, *chain], chain):
            logp[before, token] = -rng.integers(8, 64) / 64.0
        logp[eos, 0] = -0.25
        tokens, score = student.greedy_decode(logp, bos, eos, 9)
        assert_equal(as_list(tokens), chain, "tokens")
        assert_close(score, float(sum(logp[a, b] for a, b in zip([bos, *chain], chain))), "score")

    def test_is_cut_at_the_greatest_length(self, student, rng):
        """Where eos never is the best, there are max_len tokens."""
        logp = draw(rng)
        logp[:, 1] = FORBIDDEN
        for max_len in (1, 3, 6):
            tokens, _ = student.greedy_decode(logp, 4, 1, max_len)
            assert_equal(len(as_list(tokens)), max_len, "number of tokens")

    def test_of_equally_good_tokens_the_lowest_is_taken(self, student):
        """On ties the lowest id wins."""
        logp = np.full((4, 4), -3.0)
        logp[3, [1, 2]] = logp[1, [0, 2]] = logp[0, [2, 3]] = -0.5
        tokens, score = student.greedy_decode(logp, 3, 2, 5)
        assert_equal(as_list(tokens), [1, 0, 2], "tokens")
        assert_close(score, -1.5, "score")

    def test_greedy_falls_for_the_garden_path(self, student):
        """After the best first token nothing good follows, and greedy decoding takes it all the same."""
        tokens, score = student.greedy_decode(GARDEN, START, END, 3)
        assert_equal(as_list(tokens), [A, A, A], "tokens")
        assert_close(score, float(np.log(0.0648)), "score")


@exercise("beam_search")
class TestBeam:
    @points(2)
    def test_results_match_the_definition(self, student, reference, rng):
        """For several widths, tokens and scores of all results are those of the definition."""
        logp = draw(rng)
        logp[:, 1] += 2.0  # some hypotheses end on the way
        for k in (2, 3, 4):
            check_results(student.beam_search(logp, 4, 1, k, 5), reference.beam_search(logp, 4, 1, k, 5), "the results")

    def test_width_one_is_greedy(self, student, reference, rng):
        """With k = 1 there is one result, the greedy one."""
        for _ in range(3):
            logp = draw(rng)
            expected = [reference.greedy_decode(logp, 4, 1, 6)]
            check_results(student.beam_search(logp, 4, 1, 1, 6), expected, "the results for k = 1")

    def test_a_wide_beam_finds_everything(self, student, rng):
        """With a beam that holds all continuations, the results are all sequences there are, in the right order."""
        logp = draw(rng, v=4)
        everything = enumerated(logp, START, END, 3)
        check_results(student.beam_search(logp, START, END, 64, 3), everything, "the results of a full search")

    @points(2)
    def test_the_garden_path_is_avoided(self, student):
        """Two hypotheses find the sequence whose first token is only second best; when it has ended, the search goes on."""
        found = student.beam_search(GARDEN, START, END, 2, 3)
        expected = [([B, END], np.log(0.32)), ([A, A, A], np.log(0.0648)), ([A, A, B], np.log(0.0612))]
        check_results(found, expected, "the results")

    def test_a_bad_beginning_is_not_saved_by_a_good_token(self, student):
        """Continuations compete with the sums of their whole hypotheses, all in one pool: a beginning may die out."""
        logp = np.full((4, 4), FORBIDDEN)
        logp[START, [A, B]] = -0.5, -2.5
        logp[A, [A, B]] = -1.0, -1.25
        logp[B, [A, B]] = -0.25, -0.5
        expected = [([A, A], -1.5), ([A, B], -1.75)]
        check_results(student.beam_search(logp, START, END, 2, 2), expected, "the results")

    def test_tree_of_the_notes(self, student):
        """The tree of 002 §6.1.1 (he, I; he hit, I was; he hit me, he hit a) comes out with its scores."""
        he, i, hit, was, me, a, end, start = range(8)
        logp = np.full((8, 8), -9.0)
        logp[start, he], logp[start, i] = -0.7, -0.9
        logp[he, hit], logp[i, was] = -1.0, -0.7
        logp[hit, me], logp[hit, a] = -0.8, -1.1
        logp[was, :] = -4.0
        found = student.beam_search(logp, start, end, 2, 3)
        check_results(found, [([he, hit, me], -2.5), ([he, hit, a], -2.8)], "the results")
        found = student.beam_search(logp, start, end, 2, 3, length_norm=True)
        check_results(found, [([he, hit, me], -2.5 / 3), ([he, hit, a], -2.8 / 3)], "the results per token")
        found = student.beam_search(logp, start, end, 2, 2)
        check_results(found, [([i, was], -1.6), ([he, hit], -1.7)], "the results after two tokens")

    def test_length_normalisation_prefers_the_longer(self, student):
        """Per token, "a eos" beats "eos", though its sum is lower."""
        logp = np.full((4, 4), FORBIDDEN)
        logp[START, A], logp[START, END] = np.log(0.6), np.log(0.4)
        logp[A, A], logp[A, END] = np.log(0.4), np.log(0.6)
        best = student.beam_search(logp, START, END, 2, 2)[0]
        check_results([best], [([END], np.log(0.4))], "the best by sum")
        best = student.beam_search(logp, START, END, 2, 2, length_norm=True)[0]
        check_results([best], [([A, END], np.log(0.36) / 2)], "the best per token")

    @points(2)
    def test_length_normalisation_orders_and_does_not_prune(self, student, reference, rng):
        """With length_norm the same sequences are found, in the order of their scores per token."""
        logp = draw(rng)
        logp[:, 1] += 2.0
        found = student.beam_search(logp, 4, 1, 3, 5, True)
        check_results(found, reference.beam_search(logp, 4, 1, 3, 5, True), "the results per token")

    def test_ties_go_by_tokens(self, student):
        """Where scores are equal, in the pool as in the results, the smaller list of tokens comes first."""
        logp = np.full((4, 4), -2.0)
        logp[:, [A, B]] = -1.0
        expected = [([A, A], -2.0), ([A, B], -2.0), ([B, A], -2.0), ([END], -2.0)]
        check_results(student.beam_search(logp, START, END, 3, 2), expected, "the results")

    def test_finished_hypotheses_are_never_continued(self, student, rng):
        """Nothing follows eos, although the table has scores for it."""
        logp = draw(rng)
        logp[4, 1] = -0.125  # the end comes first
        logp[1] = 0.0  # going on after it would cost nothing
        found = student.beam_search(logp, 4, 1, 3, 4)
        assert_true(len(found) > 1, "there are fewer than two results")
        check_results(found[:1], [([1], -0.125)], "the best result")
        for tokens, _ in found:
            assert_true(1 not in as_list(tokens)[:-1], "a result goes on after eos")
