"""A GRU cell backwards, one stage after another: what `check_stages("gru_cell_backward", ...)` compares with.

Each stage is a value on the way from the arguments to h, and how h follows from it. Only forward formulas stand here.
"""

import numpy as np


def example(rng):
    n, d, h = 4, 3, 2
    return {
        "dout": rng.normal(size=(n, h)),
        "x": rng.normal(size=(n, d)),
        "h_prev": rng.normal(size=(n, h)),
        "wx": rng.normal(size=(d, 3 * h)),
        "wh": rng.normal(size=(h, 3 * h)),
        "b": rng.normal(size=3 * h),
    }


def cell(x, h_prev, wx, wh, b, **moved):
    """All values on the way by name; those in `moved` are taken as they are, and what follows from them follows."""
    wh_z, wh_r, wh_n = np.split(wh, 3, axis=1)
    x_z, x_r, x_n = np.split(x @ wx + b, 3, axis=1)
    found = {}

    def step(name, value):
        found[name] = moved.get(name, value)
        return found[name]

    z = step("z", 1 / (1 + np.exp(-step("a_z", x_z + h_prev @ wh_z))))
    r = step("r", 1 / (1 + np.exp(-step("a_r", x_r + h_prev @ wh_r))))
    reset = step("reset", r * h_prev)
    n = step("n", np.tanh(step("a_n", x_n + reset @ wh_n)))
    step("h", (1 - z) * h_prev + z * n)
    return found


def on_the_way(name):
    return f"d{name}", lambda **given: cell(**given)[name], lambda moved, **given: cell(**given, **{name: moved})["h"]


def argument(name):
    return f"d{name}", lambda **given: given[name], lambda moved, **given: cell(**{**given, name: moved})["h"]


STAGES = {
    "gru_cell_backward": (
        example,
        [
            *(on_the_way(name) for name in ("n", "z", "a_n", "reset", "r", "a_z", "a_r")),
            *(argument(name) for name in ("x", "h_prev", "wx", "wh", "b")),
        ],
    )
}
