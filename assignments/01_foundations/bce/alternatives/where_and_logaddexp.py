"""logaddexp for the logits; the mean of the sums of the rows."""

import numpy as np


def refuse(condition):
    if condition:
        raise ValueError("shapes or probabilities")


def bce_loss(p, y, eps=1e-12):
    refuse(np.shape(p) != np.shape(y))
    refuse(not np.all((p >= 0) & (p <= 1)))
    refuse(not np.all((y >= 0) & (y <= 1)) or not 0 < eps < 1 / 2)
    p = np.minimum(np.maximum(p, eps), 1 - eps)
    each = -(y * np.log(p) + (1 - y) * np.log1p(-p))
    return each.reshape(len(each), -1).sum(axis=1).mean()


def bce_from_logits(z, y):
    refuse(np.shape(z) != np.shape(y))
    refuse(not np.all((y >= 0) & (y <= 1)))
    each = y * np.logaddexp(0, -z) + (1 - y) * np.logaddexp(0, z)
    return np.sum(each) / z.shape[0]
