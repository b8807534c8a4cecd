import math

import numpy as np


def marginal_loglik_mc(log_px_given_z):
    out = []
    for column in log_px_given_z.T:
        top = max(column)
        total = sum(math.exp(value - top) for value in column)
        out.append(float(top) + math.log(total / len(column)))
    return np.array(out)
