"""Everything in the eigenbasis of H."""

import numpy as np


def ridge_shrinkage(h, theta_star, lam):
    values, vectors = np.linalg.eigh(h)
    return vectors @ (values / (values + lam) * (vectors.T @ theta_star))


def early_stopping_shrinkage(h, theta_star, lr, steps):
    values, vectors = np.linalg.eigh(h)
    return vectors @ np.diag(1 - (1 - lr * values) ** steps) @ vectors.T @ theta_star


def matching_lambda(lr, steps):
    return (steps * lr) ** -1
