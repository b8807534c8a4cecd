"""By way of logarithms of probabilities."""

import numpy as np


def softmax(z, axis=-1, temperature=1.0):
    if not temperature > 0:
        raise ValueError("temperature")
    z = z / temperature
    return np.exp(z - np.logaddexp.reduce(z, axis=axis, keepdims=True))
