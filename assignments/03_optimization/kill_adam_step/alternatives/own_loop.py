"""A run of its own beside the one under test, entry by entry, with assertions."""

import math

import numpy as np


def run(f, gradients, b1, b2, eps, corrected):
    theta, m, v = np.array([[0.5]]), np.zeros((1, 1)), np.zeros((1, 1))
    x, first, second = 0.5, 0.0, 0.0
    for t, g in enumerate(gradients, start=1):
        theta, m, v = f(theta, m, v, t, np.array([[g]]), 0.01, b1, b2, eps, corrected)
        first = b1 * first + (1 - b1) * g
        second = b2 * second + (1 - b2) * g**2
        a, b = (first / (1 - b1**t), second / (1 - b2**t)) if corrected else (first, second)
        x -= 0.01 * a / (math.sqrt(b) + eps)
        for found, wanted in ((theta, x), (m, first), (v, second)):
            assert math.isclose(found.item(), wanted, rel_tol=1e-9)


def test_adam_step(f):
    run(f, [3.0, -1.0, 0.5, 0.25, 2.0], 0.9, 0.999, 1e-8, True)
    run(f, [3.0, -1.0, 0.5, 0.25, 2.0], 0.5, 0.7, 0.1, False)
    run(f, [2e-4, 1e-4, -3e-4], 0.6, 0.9, 1e-3, True)
