from autograder.suite import Mistake

GRID = "settings = [dict(zip(space, values)) for values in itertools.product(*axes)]"
AXES = "axes = [_axis(spec) for spec in space.values()]"
DRAWS = "{name: _draw(spec, rng) for name, spec in space.items()}"
BEST = "best, best_score = max(numbers, key=lambda pair: pair[1])"
NUMBERS = "numbers = [pair for pair in table if not math.isnan(pair[1])]"
UNCHECKED = """{
            name: spec[int(rng.integers(len(spec)))]
            if isinstance(spec, list)
            else math.exp(rng.uniform(math.log(spec[1]), math.log(spec[2])))
            if spec[0] == "log"
            else float(spec[1] + (spec[2] - spec[1]) * rng.random())
            for name, spec in space.items()
        }"""

MISTAKES = [
    Mistake(
        "hyperparameter_search/zip",
        old=GRID,
        new="settings = [dict(zip(space, values)) for values in zip(*axes)]",
        hint="You pair the first values of all names, then the second ones, and so on. A grid has every combination.",
    ),
    Mistake(
        "hyperparameter_search/linear",
        old=AXES,
        new="axes = [spec if _axis(spec) is spec else np.linspace(*spec[1:]).tolist() for spec in space.values()]",
        hint='The values of a "log" axis are equally far apart. Each should be the same factor times the one before.',
    ),
    Mistake(
        "hyperparameter_search/end-missing",
        old=AXES,
        new="axes = [\n            spec if _axis(spec) is spec else np.geomspace(*spec[1:], endpoint=False).tolist()\n"
        "            for spec in space.values()\n        ]",
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
        old=DRAWS,
        new="{name: _draw(('lin', *spec[1:]) if isinstance(spec, tuple) else spec, rng) for name, spec in space.items()}",
        hint='Your random "log" values are uniform, so nearly all are near the upper end. '
        "Draw the logarithm uniformly, then take the exponential.",
    ),
    Mistake(
        "hyperparameter_search/unchecked-axes",
        old=AXES,
        new="axes = [np.geomspace(*spec[1:]).tolist() if isinstance(spec, tuple) else spec for spec in space.values()]",
        hint="Your grid takes any tuple for a logarithmic axis: another kind, a range that ends before it begins, a single "
        "point. Such a space is a slip of whoever wrote it, so say so with a ValueError.",
    ),
    Mistake(
        "hyperparameter_search/unchecked-ranges",
        old=DRAWS,
        new=UNCHECKED,
        hint="Your random search draws from ranges that make no sense: another kind, or one that ends before it begins. The "
        "statement asks for a ValueError.",
    ),
]
