import numpy as np

from autograder.suite import (
    assert_close,
    assert_equal,
    assert_true,
    check_chi_square,
    exercise,
    points,
    show_curves,
)

N, V = 5, 7


def distinct(rng, *shape):
    """Logits of which no two in a row, and no two in a column of a matrix, are closer than the grid."""
    steps = rng.permutation(np.prod(shape)).reshape(shape) - np.prod(shape) // 2
    return steps * 0.25 + 0.01


def softmax(z):
    powers = np.exp(z - z.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


@exercise("top_k_filter")
class TestTopK:
    @points(2)
    def test_the_k_largest_stay_as_they_are(self, student, reference, rng):
        """In every row the k largest logits are as before, and all others are minus infinity."""
        for n, k in ((N, 2), (N, 4), (V, 4)):  # also with as many rows as ids
            logits = distinct(rng, n, V)
            expected = reference.top_k_filter(logits, k)
            assert_close(student.top_k_filter(logits, k), expected, "the filtered logits", axes=("row", "id"))

    def test_one_stays(self, student, rng):
        """With k = 1 only the largest logit of each row is left."""
        logits = distinct(rng, N, V)
        out = student.top_k_filter(logits, 1)
        best = np.eye(V, dtype=bool)[logits.argmax(axis=1)]
        assert_close(out, np.where(best, logits, -np.inf), "the filtered logits", axes=("row", "id"))

    def test_k_tokens_can_be_drawn(self, student, rng):
        """After softmax exactly k entries of each row are not 0, and they keep their ratios."""
        logits = distinct(rng, N, V)
        out = student.top_k_filter(logits, 3)
        assert_close(np.isfinite(out).sum(axis=1), np.full(N, 3), "the number of logits kept in each row")
        p, q = softmax(out), softmax(logits)
        assert_close(np.count_nonzero(p, axis=1), np.full(N, 3), "the number of entries that are not 0")
        kept = np.where(p > 0, q, 0)
        assert_close(p, kept / kept.sum(axis=1, keepdims=True), "the probabilities")

    @points(2)
    def test_ties_go_to_the_lower_id(self, student, reference, rng):
        """Of equal logits exactly as many stay as there is room for: those with the lower ids."""
        logits = rng.permuted(np.tile([1.0, 1.0, 1.0, 1.0, 3.0, 0.0, -1.0], (N, 1)), axis=1)
        logits = np.vstack([logits, np.full(V, 2.0)])
        expected = reference.top_k_filter(logits, 3)
        assert_close(student.top_k_filter(logits, 3), expected, "the filtered logits", axes=("row", "id"))

    def test_everything_stays(self, student, rng):
        """With k at least the number of ids, the logits come back as they were."""
        logits = distinct(rng, N, V)
        for k in (V, V + 3):
            assert_close(student.top_k_filter(logits, k), logits, "the filtered logits", axes=("row", "id"))

    def test_any_number_of_axes(self, student, reference, rng):
        """A single row works, and so do rows in more than one axis."""
        for shape in ((V,), (2, 3, V)):
            logits = distinct(rng, *shape)
            assert_close(student.top_k_filter(logits, 3), reference.top_k_filter(logits, 3), "the filtered logits")

    def test_logits_are_left_alone(self, student, reference, rng):
        """The result is right, and the array that came in is not overwritten by it."""
        logits = distinct(rng, N, V)
        after = student.call(student.top_k_filter, logits, 3, return_args=True)
        assert_close(after.result, reference.top_k_filter(logits, 3), "the filtered logits")
        assert_close(after.args[0], logits, "the logits passed in")


def all_ids(p):
    """Every id that may be drawn, with a u close to either end of its interval: row, u, id."""
    rows, ids = np.nonzero(p > 1e-9)
    upper = np.cumsum(p, axis=1)[rows, ids]
    u = np.concatenate([upper - 0.99 * p[rows, ids], upper - 0.01 * p[rows, ids]])
    return np.tile(rows, 2), u, np.tile(ids, 2)


def counts(ids, v):
    """How often each id was drawn; whatever is no id counts as none."""
    return np.array([np.count_nonzero(ids == i) for i in range(v)])


@exercise("sample_next_token")
class TestSampling:
    @points(3)
    def test_ids_for_given_numbers(self, student, rng):
        """Every u gives the smallest id at which the cumulative probability exceeds it, row by row."""
        logits = distinct(rng, 3, 4) * 0.5
        rows, u, ids = all_ids(softmax(logits))
        assert_equal(student.sample_next_token(logits[rows], u), ids, "the ids")
        for some in rng.permutation(len(ids)).reshape(-1, 4):  # as many rows as ids
            assert_equal(student.sample_next_token(logits[rows[some]], u[some]), ids[some], "the ids")

    @points(2)
    def test_temperature_divides_the_logits(self, student, rng):
        """A temperature below 1 sharpens the distribution, one above 1 flattens it."""
        logits = distinct(rng, 3, 4) * 0.5
        for temperature in (0.6, 2.5):
            rows, u, ids = all_ids(softmax(logits / temperature))
            assert_equal(student.sample_next_token(logits[rows], u, temperature), ids, "the ids")

    @points(2)
    def test_top_k_shares_out_the_probability_anew(self, student, reference, rng):
        """Only the top_k likeliest ids are drawn, and their probabilities sum to 1 again."""
        logits = distinct(rng, 3, V) * 0.3
        for temperature in (1.0, 0.4):
            filtered = reference.top_k_filter(logits, 3)
            rows, u, ids = all_ids(softmax(filtered / temperature))
            got = student.sample_next_token(logits[rows], u, temperature, top_k=3)
            assert_equal(got, ids, "the ids")

    def test_known_draws(self, student):
        """For logits worked out by hand, with and without temperature and top_k, the ids come out right."""
        logits = np.tile([3.0, 0.0, 1.0], (4, 1))
        # Cumulative: .8438, .8858, 1; at temperature 10: .3907, .6801, 1; of the top two: .8808, .8808, 1.
        for options, u, ids in (
            ({}, [0.84, 0.85, 0.88, 0.89], [0, 1, 1, 2]),
            ({"temperature": 10.0}, [0.38, 0.4, 0.67, 0.69], [0, 1, 1, 2]),
            ({"temperature": 0.5}, [0.979, 0.981, 0.983, 0.97], [0, 1, 2, 0]),
            ({"top_k": 2}, [0.85, 0.875, 0.885, 0.9], [0, 0, 2, 2]),
        ):
            got = student.sample_next_token(logits, np.array(u), **options)
            assert_equal(got, np.array(ids), "the ids")

    def test_frequencies_are_the_probabilities(self, student, rng):
        """With uniform random numbers every id is drawn as often as its probability says."""
        logits = rng.permutation(np.array([1.5, 1.0, 0.5, 0.0, -0.5]))
        ids = student.sample_next_token(np.tile(logits, (4000, 1)), rng.random(4000), 0.8)
        seen = counts(np.asarray(ids), 5)
        show_curves({"yours": seen / 4000}, "how often you draw each id", across="id")
        assert_true(seen.sum() == 4000, "something else than ids is drawn")
        check_chi_square(seen, softmax(logits / 0.8), "the ids")

    def test_temperature_zero_takes_the_largest(self, student, rng):
        """At temperature 0 the largest logit is taken whatever u is, of equal ones the lowest id."""
        logits = np.vstack([distinct(rng, 3, V), [1.0, 4.0, 0.0, 4.0, 2.0, 4.0, 3.0]])
        for u in (0.02, 0.98):
            got = student.sample_next_token(logits, np.full(4, u), 0.0)
            assert_equal(got, logits.argmax(axis=1), "the ids")
        got = student.sample_next_token(logits, np.full(4, 0.5), temperature=0, top_k=2)
        assert_equal(got, logits.argmax(axis=1), "the ids with top_k")

    def test_extreme_temperatures(self, student, rng):
        """Close to temperature 0 the largest logit is taken; at a very high one all ids are equally likely."""
        logits = distinct(rng, N, V)
        got = student.sample_next_token(logits, rng.uniform(0.01, 0.99, size=N), 1e-4)
        assert_equal(got, logits.argmax(axis=1), "the ids at a very low temperature")
        u = (np.arange(V) + 0.5) / V
        got = student.sample_next_token(np.tile(logits[0], (V, 1)), u, 1e6)
        assert_equal(got, np.arange(V), "the ids at a very high temperature")

    def test_large_logits(self, student, rng):
        """Logits of several thousands overflow nowhere: only their differences matter."""
        logits = distinct(rng, 3, 4) * 0.5
        rows, u, ids = all_ids(softmax(logits))
        shift = np.array([[5000.0], [-5000.0], [3000.0]])
        assert_equal(student.sample_next_token((logits + shift)[rows], u), ids, "the ids")

    def test_nothing_with_probability_zero_is_drawn(self, student):
        """Even u = 0 gives an id that top_k kept."""
        logits = np.array([[0.0, 1.0, 3.0, 2.0], [-2.0, 1.0, 0.0, 4.0]])
        got = student.sample_next_token(logits, np.zeros(2), 1.0, 2)
        assert_equal(got, np.array([2, 1]), "the ids at u = 0")
