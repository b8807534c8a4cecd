"""Sums written out with loops; the scalar chain by recursion."""

import numpy as np


def chain_rule_scalar(fs, dfs, x):
    if not fs:
        return x, 1
    y, rest = chain_rule_scalar(fs[1:], dfs[1:], fs[0](x))
    return y, dfs[0](x) * rest


def chain_rule_jacobians(jacobians):
    total = np.eye(jacobians[0].shape[1])
    for jacobian in jacobians:
        total = np.tensordot(jacobian, total, axes=(1, 0))
    return total


def jacobian_vjp(jacobian, dout):
    n, m, d = jacobian.shape
    dx = np.zeros((n, d))
    for r in range(n):
        for j in range(d):
            for i in range(m):
                dx[r, j] += jacobian[r, i, j] * dout[r, i]
    return dx


def fanout_backward(jacobians, douts):
    return sum(dout @ jacobian for jacobian, dout in zip(jacobians, douts))
