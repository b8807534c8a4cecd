"""First all values, then the product from the end, as backpropagation does it."""

from functools import reduce

import numpy as np


def chain_rule_scalar(fs, dfs, x):
    values = [x]
    for f in fs:
        values.append(f(values[-1]))
    slope = 1.0
    for df, at in zip(dfs[::-1], values[-2::-1]):
        slope *= df(at)
    return values[-1], slope


def chain_rule_jacobians(jacobians):
    return reduce(np.matmul, jacobians[::-1])


def jacobian_vjp(jacobian, dout):
    return np.stack([one.T @ row for one, row in zip(jacobian, dout)])


def fanout_backward(jacobians, douts):
    return np.concatenate(douts) @ np.vstack(jacobians)
