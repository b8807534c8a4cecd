import numpy as np

from autograder.suite import assert_close, assert_true, definition, leaves_arguments, points

T, S, D, DV = 4, 6, 3, 5
AXES = ("query", "feature")


def draw(rng, t=T, s=S, d=D, dv=DV):
    """Queries and keys with entries on both sides of 0, and some beyond 1."""
    q, k = 1.5 * rng.normal(size=(t, d)), 1.5 * rng.normal(size=(s, d))
    for x in (q, k):
        x[0, 0], x[-1, -1] = rng.uniform(1.2, 2), rng.uniform(-2, -1.2)
    return q, k, rng.normal(size=(s, dv))


def with_the_map(q, k, v, causal=False):
    """The definition, with the map of weights in full."""
    phi = lambda x: np.where(x > 0, x + 1, np.exp(np.minimum(x, 0)))
    kernel = phi(q) @ phi(k).T
    kernel = np.tril(kernel) if causal else kernel
    return kernel @ v / kernel.sum(axis=1, keepdims=True)


@definition
@points(2)
def test_output_matches_the_definition(student, rng):
    """Every query reads the values with the weights phi(q) . phi(k), divided by their sum."""
    for sizes in ((T, S, D, DV), (4, 4, 4, 4)):  # also with axes that are equally long
        given = draw(rng, *sizes)
        assert_close(student.linear_attention(*given), with_the_map(*given), "out", axes=AXES)


@leaves_arguments
@points(2)
def test_causal_queries_see_the_keys_up_to_their_own(student, reference, rng):
    """With causal=True query t reads the keys 0 ... t, its own included."""
    for sizes in ((7, 7, D, DV), (4, 4, 4, 4)):
        given = draw(rng, *sizes)
        out = student.linear_attention(*given, causal=True)
        assert_close(out, reference.linear_attention(*given, causal=True), "out", axes=AXES)


@definition
def test_known_values(student):
    """Two queries over two keys, worked out by hand, come out right."""
    q, k, v = np.array([[1.0, -1], [0, 0.5]]), np.array([[0.5, 0], [-1, 1]]), np.array([[1.0, 0], [0, 2]])
    out = student.linear_attention(q, k, v)
    assert_close(out, np.array([[0.695930, 0.608141], [0.471114, 1.057771]]), "out", atol=2e-6)


def test_the_future_has_no_influence(student, reference, rng):
    """With causal=True, other keys and values from position 4 on change nothing before it."""
    q, k, v = draw(rng, 7, 7)
    before = student.linear_attention(q, k, v, True)
    assert_close(before, reference.linear_attention(q, k, v, True), "out", axes=AXES)
    k[4:], v[4:] = k[4:] + 1, v[4:] - 3
    after = student.linear_attention(q, k, v, True)
    assert_close(after[:4], before[:4], "out before the change", axes=AXES)
    assert_true(np.abs(after[4:] - before[4:]).min(axis=1).max() > 1e-9, "out does not follow keys and values")


def test_the_last_causal_query_sees_everything(student, reference, rng):
    """The last query reads the same with and without causal=True."""
    given = draw(rng, 7, 7)
    out = student.linear_attention(*given, causal=True)
    assert_close(out[-1], reference.linear_attention(*given)[-1], "out of the last query")
    assert_close(out[-1], student.linear_attention(*given)[-1], "out of the last query, causal and not")


def test_outputs_stay_among_the_values(student, reference, rng):
    """The weights are positive and sum to 1: no output leaves the range of the values, and equal values stay as they are."""
    q, k, v = draw(rng)
    assert_close(student.linear_attention(q, k, np.full((S, 2), 3.0)), np.full((T, 2), 3.0), "out of equal values")
    out = student.linear_attention(q, k, v)
    assert_close(out, reference.linear_attention(q, k, v), "out", axes=AXES)
    inside = (out >= v.min(axis=0) - 1e-12) & (out <= v.max(axis=0) + 1e-12)
    assert_true(np.all(inside), "an output leaves the range of the values")


@definition
def test_large_entries(student, rng):
    """Entries of a thousand are no problem: phi grows like x, not like its exponential."""
    q, k, v = draw(rng)
    q[0], k[1] = 1000 * np.abs(q[0]), 1000 * np.abs(k[1])
    assert_close(student.linear_attention(q, k, v), with_the_map(q, k, v), "out for large entries", axes=AXES)


@points(5)  # the cost is what the exercise is about
def test_a_hundred_thousand_tokens(student, reference, rng):
    """100000 queries and keys fit into time and memory: a map of all pairs would need 80 GB."""
    given = draw(rng, 100_000, 100_000, 2, 2)
    assert_close(student.linear_attention(*given), reference.linear_attention(*given), "out of a long sequence", axes=AXES)


def test_a_long_causal_sequence(student, reference, rng):
    """5000 causal queries are no problem, either."""
    given = draw(rng, 5000, 5000, 2, 3)
    out = student.linear_attention(*given, causal=True)
    assert_close(out, reference.linear_attention(*given, causal=True), "out of a long sequence", axes=AXES)
