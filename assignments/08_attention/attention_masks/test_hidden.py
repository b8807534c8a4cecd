import numpy as np
import pytest

from autograder.suite import assert_close, assert_equal, assert_shape, assert_true, exercise, points, show_map


@exercise("causal_mask")
class TestCausal:
    @points(2)
    def test_every_query_sees_itself_and_what_came_before(self, student, reference, rng):
        """As many keys as queries: a triangle with its diagonal."""
        t = int(rng.integers(4, 9))
        mask = student.causal_mask(t)
        show_map(np.asarray(mask, dtype=float), "your mask", rows="queries", columns="keys")
        assert_equal(mask, reference.causal_mask(t), "the mask")

    @pytest.mark.parametrize("more", [1, 3])
    def test_queries_stand_at_the_end_of_the_keys(self, student, reference, rng, more):
        """With more keys than queries, the last query still sees every key and the one before it all but one."""
        t = int(rng.integers(3, 6))
        mask = student.causal_mask(t, t + more)
        show_map(np.asarray(mask, dtype=float), "your mask", rows="queries", columns="keys")
        assert_equal(mask, reference.causal_mask(t, t + more), "the mask")

    def test_the_last_query_sees_everything_and_the_first_the_least(self, student, rng):
        """The last row is all True, each earlier row has one True less, and there is no row without any."""
        t, more = int(rng.integers(3, 6)), int(rng.integers(0, 4))
        mask = student.causal_mask(t, t + more)
        assert_shape(mask, (t, t + more), "the mask")
        assert_true(np.all(mask[-1]), "the last query does not see all keys")
        assert_close(np.sum(mask, axis=1), np.arange(1, t + 1) + more, "how many keys each query sees")

    def test_a_single_query_sees_all_keys(self, student):
        """One query, such as the newest token of a text, sees all keys."""
        assert_equal(student.causal_mask(1), np.ones((1, 1), dtype=bool), "the mask of one token")
        assert_equal(student.causal_mask(1, 6), np.ones((1, 6), dtype=bool), "the mask of one query")

    def test_later_scores_have_no_influence(self, student, rng):
        """Softmax under your mask: what a query gives to the keys does not depend on the scores of later ones."""
        mask, scores = student.causal_mask(5), rng.normal(size=(5, 5))
        assert_equal(str(np.asarray(mask).dtype), "bool", "dtype of the mask")
        assert_shape(mask, (5, 5), "the mask")
        other = np.where(np.tri(5, dtype=bool), scores, rng.normal(size=(5, 5)) + 5)
        powers, others = np.exp(scores) * mask, np.exp(other) * mask
        assert_true(np.all(powers.sum(axis=1) > 0), "a query sees no key at all")
        assert_close(
            others / others.sum(axis=1, keepdims=True),
            powers / powers.sum(axis=1, keepdims=True),
            "weights after a change of later scores",
        )


@exercise("padding_mask")
class TestPadding:
    @points(2)
    def test_tokens_are_seen_and_filling_is_not(self, student, reference, rng):
        """For each sequence the first `length` positions are True, with axes for the heads and the queries."""
        lengths = rng.permutation(np.array([1, 3, 5, 7]))
        assert_equal(student.padding_mask(lengths, 7), reference.padding_mask(lengths, 7), "the mask")

    def test_as_many_sequences_as_positions(self, student, reference, rng):
        """With equal sizes no shape but the axes of length 1 gives a mistake away."""
        lengths = rng.permutation([1, 2, 2, 4])  # never a symmetric mask
        assert_equal(student.padding_mask(lengths, 4), reference.padding_mask(lengths, 4), "the mask")

    def test_an_empty_sequence(self, student, reference):
        """A sequence of length 0 has only filling; one of full length has none."""
        lengths = np.array([0, 3, 5])
        mask = student.padding_mask(lengths, 5)
        assert_equal(mask, reference.padding_mask(lengths, 5), "the mask")

    def test_attention_does_not_see_the_filling(self, student, rng):
        """Attention under your mask: whatever keys and values stand in the filled places, the outputs are the same."""
        lengths, b, h, t, s = np.array([2, 4]), 2, 3, 4, 5
        mask = student.padding_mask(lengths, s)
        assert_shape(mask, (b, 1, 1, s), "the mask")
        assert_true(np.all(np.any(mask, axis=-1)), "a sequence with tokens is hidden altogether")
        scores, values = rng.normal(size=(b, h, t, s)), rng.normal(size=(b, h, s, 2))
        filled = (np.arange(s) >= lengths[:, None])[:, None, :, None]

        def read(scores, values):
            powers = np.exp(scores) * mask
            return (powers / powers.sum(axis=-1, keepdims=True)) @ values

        other = read(np.where(filled[:, :, None, :, 0], 3.0, scores), np.where(filled, 10.0, values))
        assert_close(other, read(scores, values), "the outputs with another filling")
        kept = np.asarray(mask).sum(axis=(1, 2, 3))
        assert_close(kept, lengths, "how many positions are seen")
