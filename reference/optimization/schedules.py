"""Learning rates that change during training, and batch sizes that grow in their place."""

from __future__ import annotations

import math

import numpy as np
from jaxtyping import Int


def step_decay(t: int, lr0: float, gamma: float, period: int, smooth: bool = False) -> float:
    """A learning rate that is multiplied by gamma every `period` steps.

        lr0 * gamma^floor(t / period)        in steps
        lr0 * gamma^(t / period)             if smooth: the same decay without jumps

    Args:
        t: number of the step or epoch, from 0.
        lr0: learning rate at the start.
        gamma: factor, between 0 and 1.
        period: steps between two cuts, at least 1.

    Returns:
        The learning rate at t.
    """
    if t < 0:
        raise ValueError(f"t is {t}: it must not be negative")
    if period < 1:
        raise ValueError(f"period is {period}: it must be at least 1")
    if not 0 <= gamma <= 1:
        raise ValueError(f"gamma is {gamma}: from 0 to 1")
    exponent = t / period if smooth else t // period
    return lr0 * gamma**exponent


def power_decay_lr(n: int, a: float, p: float = 1.0) -> tuple[float, bool]:
    """The learning rate a / n^p, and whether noisy gradient descent is sure to converge with it.

    Robbins and Monro ask for two things: the sum of all rates is infinite, so that no starting point is too
    far away, and the sum of their squares is finite, so that the noise dies out:

        sum of lr_n = infinity,      sum of lr_n^2 < infinity

    Recall for which powers the sum of 1 / n^q over n = 1, 2, ... is finite.

    Args:
        n: number of the step, from 1. A smaller n raises a ValueError.
        a: learning rate of the first step.
        p: power, at least 0.

    Returns:
        (learning rate at n, whether this p satisfies both conditions: True or False).
    """
    if n < 1:
        raise ValueError(f"n is {n}: the first step has number 1")
    if p < 0:
        raise ValueError(f"p is {p}: it must not be negative")
    return a / n**p, 0.5 < p <= 1


def cosine_annealing(t: int, T: int, lr_max: float, lr_min: float = 0.0) -> float:
    """Half a cosine wave from lr_max down to lr_min.

        lr_min + 1/2 (lr_max - lr_min) (1 + cos(pi t / T)),     and lr_min for t > T

    Args:
        t: number of the step, from 0.
        T: step at which lr_min is reached.
        lr_max, lr_min: first and last learning rate.

    Returns:
        The learning rate at t.
    """
    if t < 0:
        raise ValueError(f"t is {t}: it must not be negative")
    if not T > 0:
        raise ValueError(f"T is {T}: it must be greater than 0")
    done = min(t / T, 1.0)
    return lr_min + 0.5 * (lr_max - lr_min) * (1 + math.cos(math.pi * done))


def warmup_cosine(t: int, T: int, T_w: int, lr_max: float, lr_min: float = 0.0) -> float:
    """A straight rise from 0 to lr_max in T_w steps, then half a cosine wave down to lr_min at step T.

        lr_max * t / T_w                                                  for t < T_w
        the cosine of `cosine_annealing`, in (t - T_w) / (T - T_w)        from T_w on
        lr_min                                                            from T on

    Args:
        t: number of the step, from 0.
        T: step at which lr_min is reached, greater than T_w.
        T_w: steps of warm-up; 0 means none.
        lr_max, lr_min: greatest and last learning rate.

    Returns:
        The learning rate at t.
    """
    if t < 0:
        raise ValueError(f"t is {t}: it must not be negative")
    if not 0 <= T_w < T:
        raise ValueError(f"T_w is {T_w}: from 0 to below T, which is {T}")
    if t < T_w:
        return lr_max * t / T_w
    return cosine_annealing(t - T_w, T - T_w, lr_max, lr_min)


def onecycle_lr(t: int, total: int, lr_max: float, pct: float = 0.3, div: float = 25.0, final_div: float = 1e4) -> float:
    """One cycle: a cosine up, and a longer cosine down to almost nothing.

        from  lr_max / div                 at t = 0
        to    lr_max                       at t = pct * total - 1
        to    lr_max / (div * final_div)   at t = total - 1

    Both phases are half cosine waves, flat at their ends. pct * total need not be whole: then the peak lies
    between two steps.

    Args:
        t: number of the step, from 0 to total - 1. Any other t raises a ValueError.
        total: number of steps; pct * total is greater than 1.
        lr_max: learning rate at the peak.
        pct: share of the steps that belongs to the rise.
        div: the first learning rate is lr_max / div.
        final_div: the last learning rate is the first one / final_div.

    Returns:
        The learning rate at t.
    """
    if not 0 <= t < total:
        raise ValueError(f"t is {t}: a step from 0 to {total - 1} is asked for")
    first, last = lr_max / div, lr_max / (div * final_div)
    peak = pct * total - 1
    if not 0 < peak < total:
        raise ValueError(f"pct is {pct}: of {total} steps, the rise is to have more than one, and at most all")
    if t <= peak:
        return cosine_annealing(peak - t, peak, lr_max, first)
    return cosine_annealing(t - peak, total - 1 - peak, lr_max, last)


def batch_size_schedule(
    epochs: int, b0: int, factor: int, milestones: list[int], cap: int, n: int
) -> tuple[Int[np.ndarray, "epochs"], int]:
    """Larger batches in place of smaller learning rates: the size in every epoch, and the number of updates.

    From each milestone epoch on (that epoch included) batches are `factor` times as large as before it, but
    never larger than cap. An epoch of n examples in batches of B makes ceil(n / B) updates: the last batch
    may be smaller.

    Args:
        epochs: number of epochs; they count from 0.
        b0: batch size at the start, at most cap.
        factor: whole number, at least 2.
        milestones: epochs, all different, in any order.
        cap: greatest batch size.
        n: number of examples.

    Returns:
        (sizes, an integer array of shape (epochs,), and the number of updates of all epochs together).
    """
    if epochs < 0:
        raise ValueError(f"epochs is {epochs}: it must not be negative")
    if not 1 <= b0 <= cap:
        raise ValueError(f"b0 is {b0}: from 1 to cap, which is {cap}")
    if factor < 2:
        raise ValueError(f"factor is {factor}: it must be at least 2")
    if len(set(milestones)) != len(milestones):
        raise ValueError("milestones holds an epoch twice")
    if n < 1:
        raise ValueError(f"n is {n}: it must be at least 1")
    sizes = np.empty(epochs, dtype=np.int64)
    for epoch in range(epochs):
        passed = sum(epoch >= milestone for milestone in milestones)
        sizes[epoch] = min(b0 * factor**passed, cap)
    n_updates = sum(math.ceil(n / int(size)) for size in sizes)
    return sizes, n_updates
