import numpy as np


def masked_softmax(scores, mask=None):
    allowed = np.ones(scores.shape, bool) if mask is None else np.broadcast_to(mask, scores.shape)
    weights = np.zeros_like(scores)
    for row in np.ndindex(scores.shape[:-1]):
        keys = np.flatnonzero(allowed[row])
        if keys.size:
            seen = scores[row][keys]
            powers = np.exp(seen - seen.max())
            weights[row][keys] = powers / powers.sum()
    return weights
