import numpy as np


def stacked_rnn_forward(x, layers):
    (wx, wh, b), *above = layers
    h = np.zeros((x.shape[0], x.shape[1] + 1, len(b)))
    for t in range(x.shape[1]):
        h[:, t + 1] = np.tanh(x[:, t] @ wx + h[:, t] @ wh + b)
    h = h[:, 1:]
    if not above:
        return h, h[:, -1][None]
    z, rest = stacked_rnn_forward(h, above)
    return z, np.concatenate([h[:, -1][None], rest])
