"""An LSTM cell backwards, one stage after another: what `check_stages("lstm_cell_backward", ...)` compares with.

Each stage is a value on the way from the arguments to h and c, and how these follow from it. Only forward formulas stand here.
"""

import numpy as np


def example(rng):
    n, d, h = 4, 3, 2
    return {
        "dout": rng.normal(size=(2, n, h)),  # dh and dc
        "x": rng.normal(size=(n, d)),
        "h_prev": rng.normal(size=(n, h)),
        "c_prev": rng.normal(size=(n, h)),
        "wx": rng.normal(size=(d, 4 * h)),
        "wh": rng.normal(size=(h, 4 * h)),
        "b": rng.normal(size=4 * h),
    }


def before_the_gates(x, h_prev, c_prev, wx, wh, b):
    return x @ wx + h_prev @ wh + b


def values(a, c_prev):
    """Gates, candidate and cell, by name."""
    i, f, g, o = np.split(a, 4, axis=1)
    i, f, g, o = 1 / (1 + np.exp(-i)), 1 / (1 + np.exp(-f)), np.tanh(g), 1 / (1 + np.exp(-o))
    return {"i": i, "f": f, "g": g, "o": o, "c_prev": c_prev, "c": f * c_prev + i * g}


def outputs(i, f, g, o, c_prev, c=None):
    c = f * c_prev + i * g if c is None else c
    return np.stack([o * np.tanh(c), c])


def gate(name):
    """The stage of a gate, of the candidate, of the cell or of the old cell: all the others stay as they are."""

    def value(**given):
        return values(before_the_gates(**given), given["c_prev"])[name]

    def rest(moved, **given):
        others = values(before_the_gates(**given), given["c_prev"])
        if name != "c":
            del others["c"]  # it follows from what was moved
        return outputs(**{**others, name: moved})

    return f"d{name}", value, rest


def argument(name):
    """The stage of an argument of the cell: everything follows from it."""

    def rest(moved, **given):
        given[name] = moved
        return outputs(**values(before_the_gates(**given), given["c_prev"]))

    return f"d{name}", lambda **given: given[name], rest


STAGES = {
    "lstm_cell_backward": (
        example,
        [
            *(gate(name) for name in ("o", "c", "f", "i", "g", "c_prev")),
            ("da", before_the_gates, lambda a, **given: outputs(**values(a, given["c_prev"]))),
            *(argument(name) for name in ("x", "h_prev", "wx", "wh", "b")),
        ],
    )
}
