"""A highway layer backwards, one stage after another: what `check_stages("highway", ...)` compares with.

Each stage is a value on the way from x to y, and how y follows from it. Only forward formulas stand here.
"""

import numpy as np


def example(rng):
    square, row = (3, 3), (3,)
    return {
        "dout": rng.normal(size=(4, 3)),
        "x": rng.normal(size=(4, 3)),
        "w_h": rng.normal(size=square),
        "b_h": rng.normal(size=row),
        "w_t": rng.normal(size=square),
        "b_t": rng.normal(size=row),
    }


def sigmoid(a):
    return 0.5 * (1 + np.tanh(a / 2))


def mix(t, h, x):
    return t * h + (1 - t) * x


def gate(x, w_t, b_t):
    return sigmoid(x @ w_t + b_t)


def new(x, w_h, b_h):
    return np.maximum(x @ w_h + b_h, 0.0)


def layer(x, w_h, b_h, w_t, b_t):
    return mix(gate(x, w_t, b_t), new(x, w_h, b_h), x)


STAGES = {
    "highway": (
        example,
        [
            (
                "dt",
                lambda x, w_h, b_h, w_t, b_t: gate(x, w_t, b_t),
                lambda v, x, w_h, b_h, w_t, b_t: mix(v, new(x, w_h, b_h), x),
            ),
            (
                "dh",
                lambda x, w_h, b_h, w_t, b_t: new(x, w_h, b_h),
                lambda v, x, w_h, b_h, w_t, b_t: mix(gate(x, w_t, b_t), v, x),
            ),
            ("db_t", lambda x, w_h, b_h, w_t, b_t: b_t, lambda v, x, w_h, b_h, w_t, b_t: layer(x, w_h, b_h, w_t, v)),
            ("dw_t", lambda x, w_h, b_h, w_t, b_t: w_t, lambda v, x, w_h, b_h, w_t, b_t: layer(x, w_h, b_h, v, b_t)),
            ("db_h", lambda x, w_h, b_h, w_t, b_t: b_h, lambda v, x, w_h, b_h, w_t, b_t: layer(x, w_h, v, w_t, b_t)),
            ("dw_h", lambda x, w_h, b_h, w_t, b_t: w_h, lambda v, x, w_h, b_h, w_t, b_t: layer(x, v, b_h, w_t, b_t)),
            ("dx", lambda x, w_h, b_h, w_t, b_t: x, lambda v, x, w_h, b_h, w_t, b_t: layer(v, w_h, b_h, w_t, b_t)),
        ],
    )
}
