"""Index arithmetic for the grid; numpy finds the best."""

import numpy as np


def _axis(spec):
    if isinstance(spec, list):
        return spec
    if len(spec) != 4 or spec[0] != "log" or spec[1] <= 0 or spec[2] <= spec[1] or spec[3] < 2:
        raise ValueError("space")
    return np.exp(np.linspace(np.log(spec[1]), np.log(spec[2]), spec[3])).tolist()


def _sample(spec, rng):
    match spec:
        case list() if spec:
            return spec[int(len(spec) * rng.random())]
        case ("log", lo, hi) if hi > lo > 0:
            return float(lo * (hi / lo) ** rng.random())
        case ("lin", lo, hi) if hi > lo:
            return float(rng.uniform(lo, hi))
        case _:
            raise ValueError(f"space: {spec}")


def hyperparameter_search(space, score, mode, n=None, rng=None):
    names = list(space)
    if mode == "grid":
        axes = [_axis(space[name]) for name in names]
        places = np.ndindex(*(len(a) for a in axes))
        settings = [{name: a[i] for name, a, i in zip(names, axes, place)} for place in places]
    elif mode == "random":
        if rng is None or n is None:
            raise ValueError("rng and n are needed")
        settings = [dict((name, _sample(space[name], rng)) for name in names) for _ in range(n)]
    else:
        raise ValueError(mode)
    scores = np.array([score(s) for s in settings], dtype=float)
    if np.isnan(scores).all():
        raise ValueError("nan")
    k = int(np.nanargmax(scores))
    return settings[k], scores[k].item(), list(zip(settings, scores.tolist()))
