"""One case after the other."""

import numpy as np


def softmax(z, axis=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError(f"temperature must be positive, not {temperature}")

    def one(scores):
        scores = scores - np.max(scores)
        scores /= temperature
        e = np.exp(scores)
        return e / sum(e)

    return np.apply_along_axis(one, axis, z)
