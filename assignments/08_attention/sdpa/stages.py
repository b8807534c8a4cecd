"""Scaled dot-product attention backwards, one stage after another: what `check_stages("sdpa_backward", ...)` compares with.

Each stage is a value on the way from q, k and v to out, and how out follows from it. Only forward formulas stand here.
"""

import numpy as np


def example(rng):
    q, k, v = rng.normal(size=(1, 2, 3, 4)), rng.normal(size=(1, 2, 5, 4)), rng.normal(size=(1, 2, 5, 6))
    return {"dout": rng.normal(size=(1, 2, 3, 6)), "q": q, "k": k, "v": v}


def scores_of(q, k):
    return np.einsum("bhtd,bhsd->bhts", q, k) * q.shape[-1] ** -0.5


def softmax(scores):
    return np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))


STAGES = {
    "sdpa_backward": (
        example,
        [
            ("dv", lambda q, k, v: v, lambda value, q, k, v: softmax(scores_of(q, k)) @ value),
            ("dweights", lambda q, k, v: softmax(scores_of(q, k)), lambda value, q, k, v: value @ v),
            ("dscores", lambda q, k, v: scores_of(q, k), lambda value, q, k, v: softmax(value) @ v),
            ("dq", lambda q, k, v: q, lambda value, q, k, v: softmax(scores_of(value, k)) @ v),
            ("dk", lambda q, k, v: k, lambda value, q, k, v: softmax(scores_of(q, value)) @ v),
        ],
    )
}
