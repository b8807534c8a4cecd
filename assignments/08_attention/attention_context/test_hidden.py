import numpy as np

from autograder.suite import assert_close, assert_steps_close, assert_true, leaves_arguments, points, show_map


def draw(rng, n=4, t=5, d=3):
    """Scores, values, and a mask in which every query may read at least two positions, and not all."""
    mask = rng.permuted(np.tile(np.arange(t) < 3, (n, 1)), axis=1)
    return rng.normal(size=(n, t)) * 1.5, rng.normal(size=(n, t, d)), mask


def check(student, reference, *given):
    context, alpha = student.attention_context(*given)
    right_context, right_alpha = reference.attention_context(*given)
    show_map(alpha, "your weights alpha", rows="queries", columns="positions")
    assert_steps_close((alpha, context), {"alpha": right_alpha, "context": right_context})


@points(2)
def test_context_is_the_weighted_mean(student, reference, rng):
    """alpha is the softmax of the scores over the positions, and the context the mean of the values with these weights."""
    e, values, _ = draw(rng)
    check(student, reference, e, values)


@leaves_arguments
@points(2)
def test_forbidden_positions_are_left_out(student, reference, rng):
    """With a mask, the softmax runs over the allowed positions only."""
    check(student, reference, *draw(rng))


def test_a_query_that_may_read_nothing(student, reference, rng):
    """Where nothing may be read, alpha and context are 0, and the other queries are not disturbed."""
    e, values, mask = draw(rng)
    mask[2] = False
    check(student, reference, e, values, mask)


def test_a_sentence_of_five_words(student):
    """A query over five words gives half of its weight to each of two, all of it to one, or the same to all."""
    keys = np.array([[0.1, 0, 2], [5, 4, 3], [-4, 0, -3], [-0.2, 0, 1], [5, -3, -4]])
    queries = np.array([[5.0, 0, 0], [-5, 0, 0], [5, 4, 0], [0, 0, 0]])
    wanted = np.array([[0, 0.5, 0, 0, 0.5], [0, 0, 1, 0, 0], [0, 1, 0, 0, 0], [0.2] * 5])
    context, alpha = student.attention_context(queries @ keys.T, np.tile(np.eye(5), (4, 1, 1)))
    assert_close(alpha, wanted, "alpha", atol=1e-6)
    assert_close(context, wanted, "context of values that are unit vectors", atol=1e-6)


def test_context_stays_among_the_values(student, rng):
    """The weights of a query sum to 1, so no coordinate of its context leaves the range of the values."""
    e, values, _ = draw(rng)
    context, alpha = student.attention_context(e, values)
    assert_close(np.sum(alpha, axis=1), np.ones(4), "sums of alpha")
    assert_true(np.ptp(alpha, axis=1).min() > 1e-9, "alpha is the same at all positions")
    inside = (context >= values.min(axis=1) - 1e-12) & (context <= values.max(axis=1) + 1e-12)
    assert_true(np.all(inside), "a context leaves the range of its values")


def test_the_order_of_the_positions_does_not_matter(student, reference, rng):
    """If scores and values change places together, so does alpha, and the context stays."""
    e, values, mask = draw(rng)
    order = rng.permutation(5)
    context, alpha = student.attention_context(e, values, mask)
    assert_close(alpha, reference.attention_context(e, values, mask)[1], "alpha")
    moved, moved_alpha = student.attention_context(e[:, order], values[:, order], mask[:, order])
    assert_close(moved_alpha, alpha[:, order], "alpha in the new order")
    assert_close(moved, context, "context in the new order")


def test_what_is_forbidden_has_no_influence(student, reference, rng):
    """Scores and values at forbidden positions may be anything."""
    e, values, mask = draw(rng)
    before = student.attention_context(e, values, mask)
    assert_close(before[0], reference.attention_context(e, values, mask)[0], "context")
    e, values = np.where(mask, e, 50.0), np.where(mask[:, :, None], values, -70.0)
    assert_close(student.attention_context(e, values, mask), before, "context and alpha with another filling")


def test_padding_that_was_never_filled(student, reference, rng):
    """Even inf and nan at forbidden positions, in the scores or in the values, leave no trace."""
    e, values, mask = draw(rng)
    right = reference.attention_context(e, values, mask)
    for junk in (np.inf, -np.inf, np.nan):
        got = student.attention_context(np.where(mask, e, junk), np.where(mask[:, :, None], values, junk), mask)
        assert_close(got, right, f"context and alpha with {junk} in the padding")


def test_large_scores(student, reference, rng):
    """Scores around a thousand are no problem."""
    e, values, mask = draw(rng)
    check(student, reference, e + 1000, values, mask)


def test_queries_do_not_see_each_other(student, reference, rng):
    """One query alone gets what it gets among others, even where there are as many queries as positions."""
    e, values, mask = draw(rng, n=5)
    context, alpha = student.attention_context(e, values, mask)
    assert_close(context, reference.attention_context(e, values, mask)[0], "context")
    alone = student.attention_context(e[3:4], values[3:4], mask[3:4])
    assert_close(alone, (context[3:4], alpha[3:4]), "context and alpha of one query alone")
