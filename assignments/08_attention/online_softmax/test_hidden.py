import numpy as np

from autograder.suite import assert_close, assert_steps_close, assert_true, definition, points

T, S, DV = 4, 6, 3


def block(scores, values):
    """The triple of some keys, each query's allowed scores being finite."""
    m = scores.max(axis=1, initial=-np.inf)
    powers = np.exp(scores - np.where(np.isneginf(m), 0.0, m)[:, None])
    return m, powers.sum(axis=1), powers @ values


def draw(rng, spread=1.5, dv=DV):
    """Scores and values of two blocks. Either block has the greatest score of some queries."""
    scores, values = spread * rng.normal(size=(T, S)), rng.normal(size=(S, dv))
    scores[::2, 1], scores[1::2, 4] = scores.max() + 0.7, scores.max() + 0.9
    return scores, values


def halves(scores, values, cut=2):
    return *block(scores[:, :cut], values[:cut]), *block(scores[:, cut:], values[cut:])


def check(got, expected):
    assert_steps_close(got, dict(zip("mlo", expected)), "the merged block")


@definition
@points(2)
def test_the_merged_block_is_that_of_all_keys(student, rng):
    """m, l and o of two blocks are those of the keys of both."""
    for dv in (DV, T):  # also as many features as queries
        scores, values = draw(rng, dv=dv)
        check(student.online_softmax_merge(*halves(scores, values)), block(scores, values))


@definition
def test_o_over_l_is_attention(student, rng):
    """At the end, o / l is softmax attention over all keys."""
    scores, values = draw(rng)
    _, l, o = student.online_softmax_merge(*halves(scores, values, cut=5))
    weights = np.exp(scores)
    assert_close(o / l[:, None], weights @ values / weights.sum(axis=1, keepdims=True), "o / l")


@definition
def test_known_values(student):
    """Two blocks of two scores each, worked out by hand, come out right."""
    first = block(np.array([[1.0, 3.0]]), np.array([[1.0], [2.0]]))
    second = block(np.array([[2.0, 0.0]]), np.array([[3.0], [4.0]]))
    m, l, o = student.online_softmax_merge(*first, *second)
    assert_close(m, np.array([3.0]), "m")
    assert_close(l, np.array([1.5530017928]), "l", atol=1e-9)
    assert_close(o, np.array([[3.4381218802]]), "o", atol=1e-9)


def test_the_order_of_the_blocks_does_not_matter(student, rng):
    """Merging the second block with the first gives the same as the first with the second."""
    scores, values = draw(rng)
    triples = halves(scores, values)
    got = student.online_softmax_merge(*triples)
    assert_true(np.ptp(got[1]) > 1e-9, "l is the same for every query")
    check(student.online_softmax_merge(*triples[3:], *triples[:3]), got)


def test_three_blocks_in_either_grouping(student, rng):
    """Merging the first two blocks and then the third gives the same as starting with the last two: that of all keys."""
    scores, values = draw(rng)
    a, b, c = (block(scores[:, part], values[part]) for part in (slice(0, 1), slice(1, 4), slice(4, 6)))
    left = student.online_softmax_merge(*student.online_softmax_merge(*a, *b), *c)
    right = student.online_softmax_merge(*a, *student.online_softmax_merge(*b, *c))
    check(left, block(scores, values))
    check(right, block(scores, values))


def test_key_by_key(student, rng):
    """Starting from an empty block and adding one key at a time gives the block of all keys."""
    scores, values = draw(rng)
    state = np.full(T, -np.inf), np.zeros(T), np.zeros((T, DV))
    for j in range(S):
        state = student.online_softmax_merge(*state, *block(scores[:, j : j + 1], values[j : j + 1]))
    check(state, block(scores, values))


@points(2)
def test_empty_blocks(student, rng):
    """An empty block changes nothing on either side, two of them give an empty block, and nothing is nan."""
    scores, values = draw(rng)
    scores[1, :2], scores[2, 2:], scores[3] = -np.inf, -np.inf, -np.inf  # first, second, both are empty
    expected = block(scores, values)
    for got, right, name in zip(student.online_softmax_merge(*halves(scores, values)), expected, "mlo", strict=True):
        assert_close(got, right, name)


def test_scores_of_any_size(student, rng):
    """Scores in the thousands, of either sign and far apart, overflow nowhere."""
    scores, values = draw(rng, spread=0.5)
    moved = scores + np.array([2e3, -2e3, 5e3, -5e3])[:, None]
    moved[2, :2] -= 4e3
    moved[3, 2:] -= 4e3
    check(student.online_softmax_merge(*halves(moved, values)), block(moved, values))
