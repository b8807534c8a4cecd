"""Decoding one token at a time: keys and values of the past are kept, not computed again."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

KeysAndValues = tuple[Float[np.ndarray, "B G t D"], Float[np.ndarray, "B G t D"]]


def kv_cache_step(
    x_t: Float[np.ndarray, "B E"],
    cache: KeysAndValues | None,
    wq: Float[np.ndarray, "E HD"],
    wk: Float[np.ndarray, "E GD"],
    wv: Float[np.ndarray, "E GD"],
    wo: Float[np.ndarray, "HD E"],
    h: int,
    g: int,
) -> tuple[Float[np.ndarray, "B E"], KeysAndValues]:
    """Self-attention for one new token, given the keys and values of all tokens before it.

    The key and the value of the new token are appended to those in the cache; its query attends over
    all of them, its own included. Query head i reads key and value head i // (h/g), scaled by
    1 / sqrt(dh); the h results side by side are multiplied by wo. Token after token this gives the same
    as causal attention over the whole sequence.

    Args:
        x_t: the new token of each sequence, shape (B, E).
        cache: the pair (keys, values), each of shape (B, g, t, dh), oldest token first; None before the
            first token. Its arrays are left as they are.
        wq, wk, wv, wo: shapes (E, h*dh), (E, g*dh), (E, g*dh) and (h*dh, E).
        h, g: numbers of query heads and of key and value heads; g divides h.

    Returns:
        out of shape (B, E), and the new cache: a pair of arrays of shape (B, g, t+1, dh).
    """
    batch, width = len(x_t), wq.shape[1] // h
    query = (x_t @ wq).reshape(batch, h, 1, width)  # a sequence of one
    keys = (x_t @ wk).reshape(batch, g, 1, width)
    values = (x_t @ wv).reshape(batch, g, 1, width)
    if cache is not None:
        keys = np.concatenate([cache[0], keys], axis=2)
        values = np.concatenate([cache[1], values], axis=2)
    own_keys, own_values = np.repeat(keys, h // g, axis=1), np.repeat(values, h // g, axis=1)
    scores = query @ own_keys.swapaxes(-1, -2) / np.sqrt(width)  # (B, h, 1, t+1)
    unnormalised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = unnormalised / unnormalised.sum(axis=-1, keepdims=True)
    out = (weights @ own_values).reshape(batch, h * width) @ wo
    return out, (keys, values)
