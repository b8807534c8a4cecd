"""Layer normalisation backwards, one stage after another: what `check_stages("layernorm_backward", ...)` compares with.

Each stage is a value on the way from x to out, and how out follows from it. Only forward formulas stand here.
"""

import numpy as np


def example(rng):
    x = rng.normal(size=(2, 3, 4))
    return {"dout": rng.normal(size=x.shape), "x": x, "gamma": rng.normal(size=4), "beta": rng.normal(size=4), "eps": 0.1}


def centre(x):
    return x - x.mean(-1, keepdims=True)


def spread(x, eps):
    return np.sqrt(x.var(-1, keepdims=True) + eps)


STAGES = {
    "layernorm_backward": (
        example,
        [
            ("dbeta", lambda x, gamma, beta, eps: beta, lambda v, x, gamma, beta, eps: gamma * centre(x) / spread(x, eps) + v),
            ("dgamma", lambda x, gamma, beta, eps: gamma, lambda v, x, gamma, beta, eps: v * centre(x) / spread(x, eps) + beta),
            ("dx_hat", lambda x, gamma, beta, eps: centre(x) / spread(x, eps), lambda v, x, gamma, beta, eps: gamma * v + beta),
            (
                "dvar",
                lambda x, gamma, beta, eps: x.var(-1, keepdims=True),
                lambda v, x, gamma, beta, eps: gamma * centre(x) / np.sqrt(v + eps) + beta,
            ),
            (
                "dmu",
                lambda x, gamma, beta, eps: x.mean(-1, keepdims=True),
                lambda v, x, gamma, beta, eps: gamma * (x - v) / np.sqrt(((x - v) ** 2).mean(-1, keepdims=True) + eps) + beta,
            ),
            ("dx", lambda x, gamma, beta, eps: x, lambda v, x, gamma, beta, eps: gamma * centre(v) / spread(v, eps) + beta),
        ],
    )
}
