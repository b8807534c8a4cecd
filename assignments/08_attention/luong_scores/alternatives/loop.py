import numpy as np


def luong_scores(s, h, kind, w=None, v=None):
    if kind not in ("dot", "general", "concat"):
        raise ValueError(kind)
    e = np.zeros(h.shape[:2])
    for n in range(h.shape[0]):
        for j in range(h.shape[1]):
            if kind == "dot":
                e[n, j] = np.dot(s[n], h[n, j])
            elif kind == "general":
                e[n, j] = s[n] @ w @ h[n, j]
            else:
                e[n, j] = np.dot(v, np.tanh(np.hstack((s[n], h[n, j])) @ w))
    return e
