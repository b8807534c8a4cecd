"""An array of bases, and a logarithm to the base of the growth."""

import math

import numpy as np


def compound_scaling(phi, alpha, beta, gamma):
    bases = np.array([alpha, beta, gamma, alpha * (beta * gamma) ** 2])
    if (bases[:3] <= 0).any():
        raise ValueError("alpha, beta and gamma are positive")
    return tuple(float(power) for power in bases**phi)


def largest_phi(budget, alpha, beta, gamma):
    step = alpha * beta * beta * gamma * gamma
    if budget <= 0 or step <= 0 or step == 1.0:
        raise ValueError("budget, or growth")
    return math.log(budget, step)
