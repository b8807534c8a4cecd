"""The Wasserstein-1 distance on a line: by sorting, and from below by its dual."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def wasserstein1_1d(x: Float[np.ndarray, "n"], y: Float[np.ndarray, "m"]) -> float:
    """The Wasserstein-1 distance of two samples on a line: the least work of moving one to where the other one is.

    On a line it is the area between the two distribution functions,

        W1 = integral of |F_x(t) - F_y(t)| dt,    F_x(t) = share of the entries of x that are at most t,

    and for n = m the mean distance of the entries in sorted order. All entries of x weigh 1/n, all entries of y 1/m.

    Args:
        x: a sample, shape (n,), in any order.
        y: another one, shape (m,); m may differ from n.

    Returns:
        The distance, a number.

    Raises:
        ValueError: if one of the samples is empty; the message names it.
    """
    for name, sample in (("x", x), ("y", y)):
        if sample.size == 0:
            raise ValueError(f"{name} is empty")
    t = np.sort(np.concatenate([x, y]))
    # between two neighbouring places both distribution functions are constant
    share_x = np.searchsorted(np.sort(x), t[:-1], side="right") / x.size
    share_y = np.searchsorted(np.sort(y), t[:-1], side="right") / y.size
    return np.sum(np.abs(share_x - share_y) * np.diff(t))


def kr_dual_value(
    f_vals: Float[np.ndarray, "n"], x: Float[np.ndarray, "n"], p: Float[np.ndarray, "n"], q: Float[np.ndarray, "n"]
) -> tuple[float, float]:
    """What a critic f says about the distance of two distributions on the places x, once it is made 1-Lipschitz.

    The steepest slope of f between any two places, and the difference of its means, in units of this slope:

        lip   = max over i != j of |f_i - f_j| / |x_i - x_j|
        value = sum over i of f_i (p_i - q_i) / max(lip, 1e-12)

    By the duality of Kantorovich and Rubinstein no critic's value is above W1(p, q), and the best one reaches it.

    Args:
        f_vals: f at the n places, shape (n,).
        x: the places, all different, in any order, shape (n,).
        p, q: two distributions over the places, shape (n,), each with sum 1.

    Returns:
        (value, lip), two numbers.

    Raises:
        ValueError: if there are fewer than two places, two of them are equal, or f_vals, p or q has another length than
            x; the message names the argument.
    """
    if x.size < 2:
        raise ValueError(f"x has {x.size} places: two are needed for a slope")
    for name, given in (("f_vals", f_vals), ("p", p), ("q", q)):
        if given.shape != x.shape:
            raise ValueError(f"{name} has shape {given.shape} for {x.size} places")
    order = np.argsort(x)
    gaps = np.diff(x[order])
    if np.any(gaps == 0):
        raise ValueError("x has two equal places")
    # a slope between distant places is an average of those between neighbours, so the steepest one is there
    lip = np.max(np.abs(np.diff(f_vals[order])) / gaps)
    value = np.sum(f_vals * (p - q)) / max(lip, 1e-12)
    return value, lip
