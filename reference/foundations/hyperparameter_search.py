"""Choosing settings by trying them: all combinations, or random ones."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np


def hyperparameter_search(
    space: dict[str, Any],
    score: Callable[[dict[str, Any]], float],
    mode: str,
    n: int | None = None,
    rng: np.random.Generator | None = None,
) -> tuple[dict[str, Any], float, list[tuple[dict[str, Any], float]]]:
    """Try settings, and return the best of them. A higher score is better.

    `space` says for each name what may be tried:

        mode "grid":    a list of values, or ("log", lo, hi, k): k numbers from lo to hi, both included, each the same factor
                        times the one before; every combination is tried once, the last name changing fastest
        mode "random":  a list (each value equally likely), ("log", lo, hi): the logarithm is uniform between those of lo
                        and hi, or ("lin", lo, hi): uniform between lo and hi; n settings are drawn, all names
                        independently

    A score that is nan never wins; minus infinity is a score like any other. Of equal scores the one that was tried first
    wins.

    Args:
        space: from name to what may be tried; lists are not empty, lo < hi, for "log" also 0 < lo, and k is at least 2.
            Anything else raises ValueError.
        score: called once for each setting, with a dict from name to value.
        mode: "grid" or "random"; anything else raises ValueError.
        n: number of draws, for "random" only; there, None and numbers below 1 raise ValueError.
        rng: a numpy generator, for "random" only; there, None raises ValueError.

    Returns:
        The best setting (a dict), its score (a float), and the table of all pairs (setting, score) in the order in which they
        were tried. If every score is nan, ValueError is raised.
    """
    if mode == "grid":
        axes = [_axis(spec) for spec in space.values()]
        settings = [dict(zip(space, values)) for values in itertools.product(*axes)]
    elif mode == "random":
        if n is None or n < 1:
            raise ValueError(f"n is {n}")
        if rng is None:
            raise ValueError("rng is missing")
        settings = [{name: _draw(spec, rng) for name, spec in space.items()} for _ in range(n)]
    else:
        raise ValueError(f"mode is {mode!r}")
    table = [(setting, float(score(setting))) for setting in settings]
    numbers = [pair for pair in table if not math.isnan(pair[1])]
    if not numbers:
        raise ValueError("score is a number for no setting")
    best, best_score = max(numbers, key=lambda pair: pair[1])
    return best, best_score, table


def _axis(spec: Any) -> list[Any]:
    """The values of one name in a grid."""
    match spec:
        case list() if spec:
            return spec
        case ("log", lo, hi, k) if 0 < lo < hi and k >= 2:
            return np.geomspace(lo, hi, k).tolist()
    raise ValueError(f"space has {spec!r}")


def _draw(spec: Any, rng: np.random.Generator) -> Any:
    """One value of one name for a random search."""
    match spec:
        case list() if spec:
            return spec[int(rng.integers(len(spec)))]
        case ("log", lo, hi) if 0 < lo < hi:
            return math.exp(rng.uniform(math.log(lo), math.log(hi)))
        case ("lin", lo, hi) if lo < hi:
            return float(rng.uniform(lo, hi))
    raise ValueError(f"space has {spec!r}")
