"""By logarithms."""

from math import exp, log


def rates(alpha, beta, gamma):
    if min(alpha, beta, gamma) <= 0:
        raise ValueError("growth must be positive")
    a, b, c = log(alpha), log(beta), log(gamma)
    return a, b, c, a + 2 * b + 2 * c


def compound_scaling(phi, alpha, beta, gamma):
    return tuple(exp(phi * rate) for rate in rates(alpha, beta, gamma))


def largest_phi(budget, alpha, beta, gamma):
    total = rates(alpha, beta, gamma)[-1]
    if budget <= 0 or total == 0:
        raise ValueError("no such phi")
    return log(budget) / total
