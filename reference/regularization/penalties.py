"""Penalties on the size of the weights, and the optimiser step that one of them becomes."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Weights = Float[np.ndarray, "..."]


def norm_penalty(params: list[Weights], lam: float, kind: str, alpha: float | None = None) -> tuple[float, list[Weights]]:
    """A penalty on all entries of all arrays in `params`, and its gradient.

        kind         value                                            (sums over every entry theta)
        "l2"         lam / 2 * sum of theta^2
        "l1"         lam * sum of |theta|
        "elastic"    lam * (alpha * sum of |theta|  +  (1 - alpha) / 2 * sum of theta^2)

    Where |theta| has no derivative, at theta = 0, its gradient is taken to be 0. Nothing is
    averaged, and nothing is left out: to leave the biases unpenalised, one does not put them into
    `params`.

    Args:
        params: arrays of any shapes.
        lam: strength of the penalty.
        kind: "l2", "l1" or "elastic".
        alpha: share of the L1 part, between 0 and 1; used by "elastic" only.

    Returns:
        The value, a number, and the list of its gradients, each of the shape of its array.
    """
    l1_share = {"l1": 1.0, "l2": 0.0, "elastic": alpha}[kind]
    l2_share = 1.0 - l1_share
    sum_abs = sum(np.abs(theta).sum() for theta in params)
    half_squares = 0.5 * sum((theta**2).sum() for theta in params)
    value = lam * (l1_share * sum_abs + l2_share * half_squares)
    grads = [lam * (l1_share * np.sign(theta) + l2_share * theta) for theta in params]
    return value, grads


def weight_decay_sgd_step(theta: Weights, g: Weights, lr: float, lam: float) -> Weights:
    """One step of gradient descent with weight decay.

    It is the step that plain gradient descent makes on loss + lam / 2 * (sum of theta^2), written
    as an optimiser does it: first the weights shrink by a factor, then the gradient of the bare
    loss is followed.

    Args:
        theta: weights before the step, of any shape; left as they are.
        g: gradient of the loss, without the penalty, at theta.
        lr: learning rate.
        lam: strength of the L2 penalty.

    Returns:
        The new weights, of the shape of theta.
    """
    return (1 - lr * lam) * theta - lr * g
