"""An LSTM cell backwards, one stage after another: what `check_stages("lstm_cell_backward", ...)` compares with.

Each stage is a value on the way from the arguments to h and c, and how these follow from it. Only forward formulas stand here.
"""

import numpy as np

SHAPES = {"x": (4, 3), "h_prev": (4, 2), "c_prev": (4, 2), "wx": (3, 8), "wh": (2, 8), "b": (8,)}


def example(rng):
    arguments = {name: rng.standard_normal(shape) for name, shape in SHAPES.items()}
    return {"dout": rng.standard_normal((2, 4, 2)), **arguments}  # dout: dh and dc


def affine(x, h_prev, c_prev, wx, wh, b):
    return np.hstack([x, h_prev]) @ np.vstack([wx, wh]) + b


def outputs(a, c_prev, **moved):
    """All values of the cell by name; those in `moved` are taken as they are, and what follows from them follows."""
    blocks = a.reshape(len(a), 4, -1).swapaxes(0, 1)
    opened = (1 + np.tanh(blocks / 2)) / 2
    of = {"i": opened[0], "f": opened[1], "g": np.tanh(blocks[2]), "o": opened[3], "c_prev": c_prev} | moved
    of["c"] = moved.get("c", of["f"] * of["c_prev"] + of["i"] * of["g"])
    of["h and c"] = np.stack([of["o"] * np.tanh(of["c"]), of["c"]])
    return of


def on_the_way(name):
    """The stage of a gate, of the candidate, of the cell or of the old cell."""

    def value(**given):
        return outputs(affine(**given), given["c_prev"])[name]

    def rest(moved, **given):
        return outputs(affine(**given), **{"c_prev": given["c_prev"], name: moved})["h and c"]

    return f"d{name}", value, rest


def argument(name):
    """The stage of an argument of the cell: everything follows from it."""

    def rest(moved, **given):
        given[name] = moved
        return outputs(affine(**given), given["c_prev"])["h and c"]

    return f"d{name}", lambda **given: given[name], rest


STAGES = {
    "lstm_cell_backward": (
        example,
        [
            *(on_the_way(name) for name in ("o", "c", "f", "i", "g", "c_prev")),
            ("da", affine, lambda a, **given: outputs(a, given["c_prev"])["h and c"]),
            *(argument(name) for name in ("x", "h_prev", "wx", "wh", "b")),
        ],
    )
}
