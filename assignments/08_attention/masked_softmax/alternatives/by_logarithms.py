import numpy as np


def masked_softmax(scores, mask=None):
    if mask is None:
        mask = np.array(True)
    low = np.where(mask, scores, np.finfo(float).min)
    total = np.logaddexp.reduce(low, axis=-1, keepdims=True)
    return np.exp(low - total) * mask
