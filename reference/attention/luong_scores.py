"""Scores by products: how well a state fits each position of a memory."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def luong_scores(
    s: Float[np.ndarray, "N Ds"],
    h: Float[np.ndarray, "N T Dh"],
    kind: str,
    w: Float[np.ndarray, "..."] | None = None,
    v: Float[np.ndarray, "A"] | None = None,
) -> Float[np.ndarray, "N T"]:
    """Score the positions of each memory against its state, in one of three ways.

        "dot"      e_j = s . h_j                          Ds = Dh, no parameters
        "general"  e_j = s W h_j^T                        W of shape (Ds, Dh)
        "concat"   e_j = tanh([s, h_j] W) . v             W of shape (Ds + Dh, A), v of shape (A,)

    The scores are returned as they are: not scaled, not normalised, no softmax.

    Args:
        s: one decoder state for each sample, shape (N, Ds).
        h: T encoder states for each sample, shape (N, T, Dh).
        kind: "dot", "general" or "concat"; anything else raises a ValueError.
        w, v: the parameters of that kind; those that it does not need are None.

    Returns:
        e of shape (N, T).
    """
    if kind == "dot":
        return np.einsum("nd,ntd->nt", s, h)
    if kind == "general":
        return np.einsum("nd,ntd->nt", s @ w, h)
    if kind == "concat":
        repeated = np.broadcast_to(s[:, None, :], (*h.shape[:2], s.shape[1]))
        joined = np.concatenate([repeated, h], axis=2)  # (N, T, Ds + Dh)
        return np.tanh(joined @ w) @ v
    raise ValueError(f"no such kind of score: {kind!r}")
