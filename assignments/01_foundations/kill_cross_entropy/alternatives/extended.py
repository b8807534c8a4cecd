"""With numbers of more digits, and loops."""

from decimal import Decimal

import numpy as np


def one(row, label):
    powers = [Decimal(float(z)).exp() for z in row]
    return float(sum(powers).ln() - Decimal(float(row[label])))


def test_cross_entropy(f):
    rng = np.random.default_rng(3)
    for scale in (1.0, 30.0, 4000.0):
        Z = scale * rng.normal(size=(5, 3)) + scale * rng.normal(size=(5, 1))
        labels = np.array([2, 0, 1, 1, 0])
        total = sum(one(row, label) for row, label in zip(Z, labels))
        if not np.isclose(f(Z, labels, "sum"), total, rtol=1e-8) or not np.isclose(f(Z, labels, "mean"), total / 5, rtol=1e-8):
            return False
    return True
