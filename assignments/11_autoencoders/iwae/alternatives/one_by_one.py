import math

import numpy as np


def iwae_bound(log_w):
    # The sum so far is kept as exp(top) * total; a larger weight becomes the new top.
    out = np.zeros(log_w.shape[1])
    for n in range(log_w.shape[1]):
        top, total = -math.inf, 0.0
        for value in log_w[:, n]:
            if value > top:
                total, top = total * math.exp(top - value) + 1.0, value
            else:
                total += math.exp(value - top)
        out[n] = top + math.log(total / log_w.shape[0])
    return out
