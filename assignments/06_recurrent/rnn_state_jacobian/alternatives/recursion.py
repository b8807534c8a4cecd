import numpy as np


def rnn_state_jacobian(h, wh, k, t):
    if k == t:
        return np.eye(wh.shape[0])
    return np.diag(1 - h[t - 1] ** 2) @ wh.T @ rnn_state_jacobian(h=h, wh=wh, k=k, t=t - 1)
