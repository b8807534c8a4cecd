"""All tensors as one long vector; a factor that is at most 1."""

import numpy as np


def clip_grad_norm(grads, c):
    if not c > 0:
        raise ValueError("c")
    norm = np.linalg.norm(np.concatenate([g.ravel() for g in grads]))
    factor = min(1.0, c / (norm + 1e-6))
    return [g * factor if norm > c else g.copy() for g in grads], float(norm)


def clip_grad_value(grads, c):
    if not c > 0:
        raise ValueError("c")
    return [np.sign(g) * np.minimum(np.abs(g), c) for g in grads]
