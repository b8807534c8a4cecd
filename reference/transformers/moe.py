"""A mixture of experts: each token is sent to the few networks that suit it best."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int

Rows = Float[np.ndarray, "N D"]


def moe_router(x: Rows, Wg: Float[np.ndarray, "D E"], k: int) -> tuple[Int[np.ndarray, "N k"], Float[np.ndarray, "N k"]]:
    """Choose k of the E experts for each token, and say how much each counts.

    The experts with the k largest logits x Wg are chosen, the largest first; of equal ones, that with the lower number
    comes first. Their weights are the softmax over these k logits alone, so they sum to 1.

    Args:
        x: tokens, shape (N, D).
        Wg: the gate, shape (D, E).
        k: number of experts for each token, from 1 to E.

    Returns:
        (idx, weights): the numbers of the experts and their weights, both of shape (N, k). No logit, however large,
        overflows.

    Raises:
        ValueError: if k is not between 1 and E; the message names k.
    """
    if not 1 <= k <= Wg.shape[1]:
        raise ValueError(f"k: {k} of {Wg.shape[1]} experts cannot be chosen")
    if x.shape[1] != Wg.shape[0]:
        raise ValueError(f"Wg: {Wg.shape[0]} rows for {x.shape[1]} features")
    logits = x @ Wg
    idx = np.argsort(-logits, axis=1, kind="stable")[:, :k]
    top = np.take_along_axis(logits, idx, axis=1)
    powers = np.exp(top - top[:, :1])
    return idx, powers / powers.sum(axis=1, keepdims=True)


def moe_forward(
    x: Rows, Wg: Float[np.ndarray, "D E"], W1: Float[np.ndarray, "E D F"], W2: Float[np.ndarray, "E F D"], k: int
) -> Rows:
    """Each token through its own k experts.

        out[n] = sum over the chosen experts e of weight_e relu(x[n] W1[e]) W2[e]

    with the experts and weights of `moe_router`. An expert that no token chose is not computed.

    Args:
        x: tokens, shape (N, D).
        Wg: the gate, shape (D, E).
        W1, W2: the experts, shapes (E, D, F) and (E, F, D).
        k: number of experts for each token, from 1 to E.

    Returns:
        The new tokens, shape (N, D).
    """
    idx, weights = moe_router(x, Wg, k)
    if W1.shape[:2] != Wg.shape[::-1]:
        raise ValueError(f"W1: the shape {W1.shape} does not fit Wg, {Wg.shape}")
    if W2.shape != W1.swapaxes(1, 2).shape:
        raise ValueError(f"W2: the shape {W2.shape} does not fit W1, {W1.shape}")
    out = np.zeros(x.shape)
    for e in range(len(W1)):
        token, place = np.nonzero(idx == e)
        if len(token):
            h = np.maximum(x[token] @ W1[e], 0.0)
            out[token] += weights[token, place, None] * (h @ W2[e])
    return out
