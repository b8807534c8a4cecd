"""From raw outputs to the parameters of a distribution, and from these to a prediction."""

from __future__ import annotations

from typing import Any

import numpy as np
from jaxtyping import Float

from reference.foundations.activations import sigmoid
from reference.foundations.softmax import softmax


def output_head(raw: Float[np.ndarray, "N K"], task: str) -> Any:
    """Turn the raw outputs of a network into the parameters of a distribution.

        "regression":  raw (N, 2D) -> (mu, var), both (N, D): mu is the first half of the columns, var = exp(the second half)
        "binary":      raw (N, 1)  -> probability of "yes", (N, 1)
        "multilabel":  raw (N, K)  -> a probability for each of K independent labels, (N, K)
        "multiclass":  raw (N, C)  -> probabilities of C classes that exclude each other, (N, C); rows sum to 1

    Args:
        raw: any real numbers, shape as above. An odd number of columns for "regression" raises ValueError.
        task: one of the four names; anything else raises ValueError.

    Returns:
        The parameters, in the form given above.
    """
    if task == "regression":
        half, left = divmod(raw.shape[1], 2)
        if left:
            raise ValueError("raw has an odd number of columns")
        return raw[:, :half], np.exp(raw[:, half:])
    if task == "binary" and raw.shape[1:] != (1,):
        raise ValueError("raw does not have one column")
    if task in ("binary", "multilabel"):
        return sigmoid(raw)
    if task == "multiclass":
        return softmax(raw, axis=1)
    raise ValueError(f"task is {task!r}")


def _check_shape(u: np.ndarray, shape: tuple[int, ...]) -> None:
    if u.shape != shape:
        raise ValueError(f"u has shape {u.shape}, not {shape}")


def predict_from_params(params: Any, task: str, how: str, u: np.ndarray | None = None) -> Float[np.ndarray, "N K"]:
    """One prediction for each sample out of the parameters that `output_head` returns.

        how        "regression"        "binary", "multilabel"      "multiclass"
        "mode"     mu                  1 where p >= 1/2, else 0    one-hot row of the most probable class
        "mean"     mu                  p                           P
        "sample"   mu + sqrt(var) u    1 where u < p, else 0       one-hot row of the first class at which the
                                                                   cumulative sum of the row's P exceeds u

    Of equally probable classes the one with the lower index counts. If rounding keeps the last cumulative sum at or below u,
    the last class is drawn.

    Args:
        params: (mu, var), p or P, as from `output_head`.
        task: as in `output_head`; anything else raises ValueError.
        how: "mode", "mean" or "sample"; anything else raises ValueError.
        u: for "sample" only: standard normal of shape (N, D) for regression; uniform on [0, 1) of the shape of p for "binary"
            and "multilabel"; uniform of shape (N,), one for each row, for "multiclass". Without it, or
            with another shape, "sample" raises ValueError.

    Returns:
        float64, shape (N, D), (N, 1), (N, K) or (N, C).
    """
    if how not in ("mode", "mean", "sample"):
        raise ValueError(f"how is {how!r}")
    if how == "sample" and u is None:
        raise ValueError("u is missing")
    if task == "regression":
        mu, var = params
        if how != "sample":
            return mu
        _check_shape(u, mu.shape)
        return mu + np.sqrt(var) * u
    if task in ("binary", "multilabel"):
        if how == "mean":
            return params
        if how == "mode":
            return np.where(params >= 0.5, 1.0, 0.0)
        _check_shape(u, params.shape)
        return np.where(u < params, 1.0, 0.0)
    if task == "multiclass":
        if how == "mean":
            return params
        classes = params.shape[1]
        if how == "mode":
            chosen = params.argmax(axis=1)
        else:
            _check_shape(u, params.shape[:1])
            passed = (np.cumsum(params, axis=1) <= u[:, None]).sum(axis=1)
            chosen = np.minimum(passed, classes - 1)
        return np.eye(classes)[chosen]
    raise ValueError(f"task is {task!r}")
