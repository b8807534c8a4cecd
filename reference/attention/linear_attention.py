"""Linear attention: a product of features in place of the softmax, so that no T x S map is ever formed."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def linear_attention(
    q: Float[np.ndarray, "T D"], k: Float[np.ndarray, "S D"], v: Float[np.ndarray, "S Dv"], causal: bool = False
) -> Float[np.ndarray, "T Dv"]:
    """Attention whose weights are products of positive features, in time that grows with T + S.

        phi(x) = elu(x) + 1 = x + 1 for x > 0, exp(x) otherwise              entry by entry

        out_t = sum_s (phi(q_t) . phi(k_s)) v_s  /  sum_s phi(q_t) . phi(k_s)

    phi(q_t) can be taken out of both sums. What is left of them is the same for all queries, so it is
    computed once: form no array of shape (T, S).

    With causal=True there are as many queries as keys, and query t reads the keys 0 ... t only. The
    sums then grow from query to query. Queries and keys are not scaled.

    Args:
        q: queries, shape (T, D). Their entries and those of k are above -100, so that no sum of features
            is 0.
        k: keys, shape (S, D).
        v: values, shape (S, Dv).
        causal: whether a query sees only the keys up to its own place; T equals S then.

    Returns:
        out of shape (T, Dv).
    """
    # np.where computes both sides, and exp of a large x would overflow, though it is not used
    q, k = (np.where(x > 0, x + 1, np.exp(np.minimum(x, 0))) for x in (q, k))
    if not causal:
        return q @ (k.T @ v) / (q @ k.sum(axis=0))[:, None]
    out = np.empty((len(q), v.shape[1]))
    summed, norm = np.zeros((k.shape[1], v.shape[1])), np.zeros(k.shape[1])
    for t in range(len(q)):
        summed = summed + np.outer(k[t], v[t])
        norm = norm + k[t]
        out[t] = q[t] @ summed / (q[t] @ norm)
    return out
