import numpy as np

from autograder.suite import assert_close, assert_shape, points

B, T, E, H, G, D = 2, 4, 7, 6, 2, 3
PAIR_AXES = ("batch", "head", "token", "feature")


def draw(rng, h=H, g=G, d=D, e=E, b=B):
    """A sequence and the four matrices; scores of moderate size."""
    x = rng.normal(size=(b, T, e))
    wq, wk = rng.normal(size=(e, h * d)) * 1.5 / np.sqrt(e), rng.normal(size=(e, g * d)) / np.sqrt(e)
    return x, [wq, wk, rng.normal(size=(e, g * d)), rng.normal(size=(h * d, e)) / np.sqrt(h * d)]


def full_pass(x, w, h, g):
    """Causal attention over the whole sequence, one query head after the other."""
    wq, wk, wv, wo = w
    d = wq.shape[1] // h
    out = np.zeros_like(x)
    for i in range(h):
        own, shared = slice(i * d, (i + 1) * d), slice(i // (h // g) * d, (i // (h // g) + 1) * d)
        scores = (x @ wq[:, own]) @ (x @ wk[:, shared]).transpose(0, 2, 1) / np.sqrt(d)
        scores = np.where(np.tri(x.shape[1], dtype=bool), scores, -np.inf)
        p = np.exp(scores - scores.max(axis=-1, keepdims=True))
        out += p / p.sum(axis=-1, keepdims=True) @ (x @ wv[:, shared]) @ wo[own]
    return out


def past(x, w, g, t):
    """The cache of the first t tokens."""
    return tuple((x[:, :t] @ m).reshape(len(x), t, g, -1).transpose(0, 2, 1, 3) for m in w[1:3])


def run(student, x, w, h, g):
    cache, outs = None, []
    for t in range(x.shape[1]):
        out, cache = student.kv_cache_step(x[:, t], cache, *w, h, g)
        assert_shape(out, (B, E), "out of one step")
        outs.append(out)
    return np.stack(outs, axis=1), cache


@points(3)
def test_step_by_step_equals_the_causal_pass(student, rng):
    """Token after token, the outputs are those of causal attention over the whole sequence."""
    x, w = draw(rng)
    outs, _ = run(student, x, w, H, G)
    assert_close(outs, full_pass(x, w, H, G), "the outputs of all steps", axes=("batch", "step", "feature"))


@points(2)
def test_one_step_from_a_given_cache(student, reference, rng):
    """From the keys and values of the past, one step gives out, and the cache with the new token at its end."""
    for h, g, *sizes in ((H, G, D, E, B), (2, 1, 2, 4, 4), (4, 2, 2, 4, 4)):  # also square matrices
        x, w = draw(rng, h, g, *sizes)
        given = x[:, 3], past(x, w, g, 3), *w, h, g
        out, cache = student.kv_cache_step(*given)
        expected, new = reference.kv_cache_step(*given)
        assert_close(out, expected, "out")
        assert_close(cache[0], new[0], "the new keys", axes=PAIR_AXES)
        assert_close(cache[1], new[1], "the new values", axes=PAIR_AXES)


def test_the_cache_holds_all_tokens_in_order(student, rng):
    """After the whole sequence the cache holds the keys and values of all tokens, oldest first."""
    x, w = draw(rng)
    _, cache = run(student, x, w, H, G)
    for got, expected, name in zip(cache, past(x, w, G, T), ("the keys", "the values"), strict=True):
        assert_close(got, expected, name, axes=PAIR_AXES)


def test_the_first_token(student, reference, rng):
    """Without a past the token sees itself alone, and the cache has length one."""
    x, w = draw(rng)
    out, cache = student.kv_cache_step(x[:, 0], None, *w, H, G)
    assert_close(out, full_pass(x[:, :1], w, H, G)[:, 0], "out")
    for got, expected, name in zip(cache, past(x, w, G, 1), ("the keys", "the values"), strict=True):
        assert_close(got, expected, name, axes=PAIR_AXES)


def test_multi_query_and_multi_head(student, rng):
    """It works with one shared head, and with as many as there are query heads."""
    for g in (1, 4):
        x, w = draw(rng, h=4, g=g)
        outs, _ = run(student, x, w, 4, g)
        assert_close(outs, full_pass(x, w, 4, g), "the outputs", axes=("batch", "step", "feature"))


def test_the_old_cache_is_left_alone(student, reference, rng):
    """The cache that came in holds the same numbers after the step, and the new one is right."""
    x, w = draw(rng)
    old = past(x, w, G, 3)
    after = student.call(student.kv_cache_step, x[:, 3], old, *w, H, G, return_args=True)
    new = reference.kv_cache_step(x[:, 3], old, *w, H, G)[1]
    assert_close(after.result[1], new, "the new cache", axes=PAIR_AXES)
    assert_close(after.args[1], old, "the cache passed in", axes=PAIR_AXES)


def test_large_scores(student, rng):
    """Scores of several thousands overflow nowhere: the token gets the value of the best key."""
    x, w = draw(rng)
    w[0] = w[0] * 3e3
    outs, _ = run(student, x, w, H, G)
    assert_close(outs, full_pass(x, w, H, G), "the outputs", axes=("batch", "step", "feature"), rtol=1e-6)
