from autograder.suite import Mistake

GRID = "settings = [dict(zip(space, values)) for values in itertools.product(*axes)]"
LOG = "np.geomspace(lo, hi, k).tolist()"
BEST = "best, best_score = max(numbers, key=lambda pair: pair[1])"
NUMBERS = "numbers = [pair for pair in table if not math.isnan(pair[1])]"

MISTAKES = [
    Mistake(
        "hyperparameter_search/zip",
        old=GRID,
        new="settings = [dict(zip(space, values)) for values in zip(*axes)]",
        hint="You pair the first values of all names, then the second ones, and so on. A grid has every combination.",
    ),
    Mistake(
        "hyperparameter_search/linear",
        old=LOG,
        new="np.linspace(lo, hi, k).tolist()",
        hint='The values of a "log" axis are equally far apart. Each should be the same factor times the one before.',
    ),
    Mistake(
        "hyperparameter_search/end-missing",
        old=LOG,
        new="np.geomspace(lo, hi, k, endpoint=False).tolist()",
        hint="The upper end of the range is never tried. Both ends are included.",
    ),
    Mistake(
        "hyperparameter_search/last-tie",
        old=BEST,
        new="best, best_score = max(reversed(numbers), key=lambda pair: pair[1])",
        hint="Of equal scores you return the last one. The first wins.",
    ),
    Mistake(
        "hyperparameter_search/nan-best",
        old=NUMBERS,
        new="numbers = table if not all(math.isnan(pair[1]) for pair in table) else []",
        also=(
            (
                BEST,
                "best, best_score = table[0]\n    for setting, value in table:\n        if not value <= best_score:\n"
                "            best, best_score = setting, value",
            ),
        ),
        hint="A score of nan wins in your search. Every comparison with nan is false: leave such scores out.",
    ),
    Mistake(
        "hyperparameter_search/min",
        old=BEST,
        new="best, best_score = min(numbers, key=lambda pair: pair[1])",
        hint="You return the lowest score. Higher is better here.",
    ),
    Mistake(
        "hyperparameter_search/random-linear",
        old="{name: _draw(spec, rng) for name, spec in space.items()}",
        new="{name: _draw(('lin', *spec[1:]) if isinstance(spec, tuple) else spec, rng) for name, spec in space.items()}",
        hint='Your random "log" values are uniform, so nearly all are near the upper end. '
        "Draw the logarithm uniformly, then take the exponential.",
    ),
]
