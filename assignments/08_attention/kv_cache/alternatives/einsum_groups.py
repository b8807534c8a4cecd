"""A group axis in place of copies, room made with np.pad, softmax with one shift for all."""

import numpy as np


def kv_cache_step(x_t, cache, wq, wk, wv, wo, h, g):
    b = x_t.shape[0]
    fresh = [(x_t @ w).reshape(b, g, -1) for w in (wk, wv)]
    d = fresh[0].shape[-1]
    old = cache or (np.zeros((b, g, 0, d)), np.zeros((b, g, 0, d)))
    grown = []
    for past, new in zip(old, fresh):
        room = np.pad(past, ((0, 0), (0, 0), (0, 1), (0, 0)))
        room[:, :, -1] = new
        grown.append(room)
    keys, values = grown
    q = (x_t @ wq).reshape(b, g, h // g, d) * d**-0.5
    scores = np.einsum("bgrd,bgsd->bgrs", q, keys)
    p = np.exp(scores - np.amax(scores, -1)[..., None])
    found = np.einsum("bgrs,bgsd->bgrd", p, values) / p.sum(-1)[..., None]
    return found.reshape(b, -1) @ wo, [keys, values]
