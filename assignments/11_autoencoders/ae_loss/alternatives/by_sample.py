import numpy as np


def ae_reconstruction_loss(x, xhat):
    total, slopes = 0.0, []
    for sample, reconstruction in zip(x, xhat):
        total += float((sample - reconstruction) @ (sample - reconstruction))
        slopes.append([2 * float(r - s) / len(x) for s, r in zip(sample, reconstruction)])
    return total / len(x), np.array(slopes)
