import numpy as np


def ae_reconstruction_loss(x, xhat):
    d = x - xhat
    loss = (np.linalg.norm(d, axis=-1) ** 2).mean()
    d *= -2.0
    d /= x.shape[0]
    return loss, d
