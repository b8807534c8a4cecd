"""Scaled dot-product attention: forward and backward."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Float

from reference.attention.masked_softmax import masked_softmax

Queries = Float[np.ndarray, "B H T D"]
Keys = Float[np.ndarray, "B H S D"]
Values = Float[np.ndarray, "B H S Dv"]
Outputs = Float[np.ndarray, "B H T Dv"]


def sdpa_forward(
    q: Queries, k: Keys, v: Values, mask: Bool[np.ndarray, "..."] | None = None
) -> tuple[Outputs, Float[np.ndarray, "B H T S"], tuple]:
    """Each query reads a weighted mean of the values, with weights from its products with the keys.

        scores  = Q K^T / sqrt(D)                         (B, H, T, S)
        weights = softmax over the allowed keys           (B, H, T, S), `masked_softmax`
        out     = weights V                               (B, H, T, Dv)

    All of it separately for each of the B samples and H heads.

    Args:
        q: queries, shape (B, H, T, D).
        k: keys, shape (B, H, S, D).
        v: values, shape (B, H, S, Dv).
        mask: booleans, True = may attend, of a shape that broadcasts to (B, H, T, S); None allows all.
            A query that may attend to nothing gets weights and an output of 0. All numbers in q, k and v
            are finite, forbidden places included.

    Returns:
        out, weights, and a cache: whatever your `sdpa_backward` needs.
    """
    scale = 1 / np.sqrt(q.shape[-1])
    scores = scale * (q @ k.swapaxes(-1, -2))
    weights = masked_softmax(scores, mask)
    out = weights @ v
    cache = (q, k, v, weights)
    return out, weights, cache


def sdpa_backward(dout: Outputs, cache: tuple) -> tuple[Queries, Keys, Values]:
    """Gradients of the loss with respect to the queries, keys and values of `sdpa_forward`.

    Derive them by hand, from the output back: first to the values and the weights, then through the
    softmax (every weight of a query depends on all of its scores), then to queries and keys.

    Args:
        dout: gradient of the loss with respect to out, shape (B, H, T, Dv).
        cache: as your `sdpa_forward` returned it.

    Returns:
        dq, dk and dv, of the shapes of q, k and v.
    """
    q, k, v, weights = cache
    scale = 1 / np.sqrt(q.shape[-1])
    dv = weights.swapaxes(-1, -2) @ dout
    dweights = dout @ v.swapaxes(-1, -2)
    weighted = (dweights * weights).sum(axis=-1, keepdims=True)
    dscores = weights * (dweights - weighted)
    dq = scale * (dscores @ k)
    dk = scale * (dscores.swapaxes(-1, -2) @ q)
    return dq, dk, dv
