import numpy as np


def rnn_cell_forward(x, h_prev, wx, wh, b):
    """One product: [x, h_prev] times Wx on top of Wh."""
    joint = np.hstack([x, h_prev])
    weights = np.vstack([wx, wh])
    h = np.tanh(joint @ weights + b)
    return h, {"joint": joint, "weights": weights, "h": h, "split": x.shape[1]}


def rnn_cell_backward(dh, cache):
    split = cache["split"]
    da = dh - dh * cache["h"] * cache["h"]
    djoint = da @ cache["weights"].T
    dweights = cache["joint"].T @ da
    return djoint[:, :split], djoint[:, split:], dweights[:split], dweights[split:], np.ones(len(da)) @ da
