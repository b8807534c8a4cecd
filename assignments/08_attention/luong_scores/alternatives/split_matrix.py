import numpy as np


def luong_scores(s, h, kind, w=None, v=None):
    match kind:
        case "dot":
            return (h @ s[:, :, None])[:, :, 0]
        case "general":
            return ((h @ w.T) * s[:, None]).sum(-1)
        case "concat":
            ds = s.shape[-1]
            return np.tanh((s @ w[:ds])[:, None] + h @ w[ds:]).dot(v)
    raise ValueError
