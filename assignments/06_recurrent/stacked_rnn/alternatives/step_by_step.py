import numpy as np


def stacked_rnn_forward(x, layers):
    """Time outside, layers inside: at each step the signal climbs up through all layers."""
    states = [np.zeros((x.shape[0], wh.shape[0])) for _, wh, _ in layers]
    top = []
    for t in range(x.shape[1]):
        signal = x[:, t]
        for layer, (wx, wh, b) in enumerate(layers):
            signal = states[layer] = np.tanh(signal @ wx + states[layer] @ wh + b)
        top.append(signal)
    return np.stack(top, 1), np.array(states)
