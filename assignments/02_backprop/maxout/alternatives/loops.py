"""One sample and one unit at a time."""

import numpy as np


def maxout_forward(x, w, b):
    out = np.empty((len(x), w.shape[2]))
    chosen = {}
    for n, row in enumerate(x):
        for m in range(w.shape[2]):
            scores = [row @ w[k, :, m] + b[k, m] for k in range(len(w))]
            chosen[n, m] = int(np.argmax(scores))
            out[n, m] = scores[chosen[n, m]]
    return out, {"x": x, "w": w, "b": b, "chosen": chosen}


def maxout_backward(dout, cache):
    dx, dw, db = (np.zeros_like(cache[name]) for name in ("x", "w", "b"))
    for (n, m), k in cache["chosen"].items():
        dx[n] += dout[n, m] * cache["w"][k, :, m]
        dw[k, :, m] += dout[n, m] * cache["x"][n]
        db[k, m] += dout[n, m]
    return dx, dw, db
