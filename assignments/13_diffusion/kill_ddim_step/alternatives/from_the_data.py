"""Noises known data, jumps, and looks where the samples should be."""

import numpy as np


def test_ddim_step(f):
    draws = np.random.default_rng(5)
    for place in range(4):
        data, old, fresh = draws.normal(size=(3, 6))
        low, high = np.sort(draws.uniform(0.05, 0.95, size=2))
        start = low**0.5 * data + (1 - low) ** 0.5 * old
        eta = (0.0, 0.25, 0.5, 1.0)[place]
        sigma = eta * np.sqrt((1 - high) / (1 - low) * (1 - low / high))
        goal = np.sqrt(high) * data + np.sqrt(1 - high - sigma**2) * old + sigma * fresh
        if np.abs(f(start, old, low, high, eta, fresh) - goal).max() > 1e-8:
            return False
        if np.abs(f(goal, old, high, low, 0.0, fresh) - f(goal, old, high, low)).max() > 0:
            return False
    return all(np.isfinite(f(data, old, 1e-25, high, 1.0, fresh)).all() for high in np.linspace(0.1, 0.9, 9))
