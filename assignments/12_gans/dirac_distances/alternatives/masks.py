import numpy as np


def dirac_distances(theta):
    if not np.isfinite(np.sum(np.abs(theta) > -1)) or not np.isfinite(theta).all():
        raise ValueError("theta")
    right, left = (theta > 0).astype(float), (theta < 0).astype(float)
    grad_w1 = right - left
    return {"w1": theta * grad_w1, "grad_w1": grad_w1, "jsd": (right + left) * np.log(2.0), "grad_jsd": 0.0 * theta}
