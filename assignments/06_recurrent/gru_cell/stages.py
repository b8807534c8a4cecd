"""A GRU cell backwards, one stage after another: what `check_stages("gru_cell_backward", ...)` compares with.

Each stage is a value on the way from the arguments to h, and how h follows from it. Only forward formulas stand here.
"""

import numpy as np

SHAPES = {"dout": (4, 2), "x": (4, 3), "h_prev": (4, 2), "wx": (3, 6), "wh": (2, 6), "b": (6,)}


def example(rng):
    return {name: rng.standard_normal(shape) for name, shape in SHAPES.items()}


def cell(x, h_prev, wx, wh, b, **moved):
    """All values on the way by name; those in `moved` are taken as they are, and what follows from them follows."""
    h = h_prev.shape[1]
    found = {}

    def step(name, value):
        found[name] = moved.get(name, value)
        return found[name]

    def linear(block, state):
        columns = np.arange(block * h, block * h + h)
        return x @ wx[:, columns] + state @ wh[:, columns] + b[columns]

    def gate(a):
        return (1 + np.tanh(a / 2)) / 2

    z = step("z", gate(step("a_z", linear(0, h_prev))))
    r = step("r", gate(step("a_r", linear(1, h_prev))))
    n = step("n", np.tanh(step("a_n", linear(2, step("reset", r * h_prev)))))
    step("h", h_prev + z * (n - h_prev))
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
