"""Grows the list of settings name by name, and keeps the best on the way."""

import math

import numpy as np


def legal(spec, mode):
    if isinstance(spec, list):
        return True
    if len(spec) != (4 if mode == "grid" else 3) or not spec[1] < spec[2]:
        return False
    if spec[0] == "log":
        return spec[1] > 0 and (mode == "random" or spec[3] > 1)
    return spec[0] == "lin" and mode == "random"


def hyperparameter_search(space, score, mode, n=None, rng=None):
    if mode not in ("grid", "random") or (mode == "random" and (n is None or rng is None)):
        raise ValueError("mode, n or rng")
    if not all(legal(spec, mode) for spec in space.values()):
        raise ValueError("space")
    settings = [{}] if mode == "grid" else [{} for _ in range(n)]
    for name, spec in space.items():
        if mode == "grid":
            values = spec
            if isinstance(spec, tuple):
                _, lo, hi, k = spec
                values = [lo * (hi / lo) ** (i / (k - 1)) for i in range(k)]
            settings = [{**s, name: v} for s in settings for v in values]
        else:
            for s in settings:
                if isinstance(spec, list):
                    s[name] = spec[rng.choice(len(spec))]
                elif spec[0] == "log":
                    s[name] = float(10 ** rng.uniform(np.log10(spec[1]), np.log10(spec[2])))
                else:
                    s[name] = spec[1] + (spec[2] - spec[1]) * rng.random()
    best, best_score, table = None, -math.inf, []
    for s in settings:
        value = score(s)
        table.append((s, value))
        if value > best_score or (best is None and value == value):
            best, best_score = s, value
    if best is None:
        raise ValueError("no score")
    return best, best_score, table
