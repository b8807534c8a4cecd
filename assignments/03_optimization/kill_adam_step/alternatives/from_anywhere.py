"""Single steps from states that no training would reach."""

import numpy as np


def test_adam_step(f):
    draws = np.random.default_rng(9)
    verdicts = []
    for _ in range(6):
        theta, m, g = draws.normal(size=(3, 4))
        v = draws.uniform(0.0, 2.0, size=4)
        t, b1, b2, eps = int(draws.integers(1, 30)), draws.uniform(0.1, 0.95), draws.uniform(0.1, 0.95), draws.uniform(0.01, 1)
        after, m_after, v_after = f(theta, m, v, t, g, 0.3, b1, b2, eps, True)
        verdicts.append(np.allclose(m_after - b1 * m, g - b1 * g))
        verdicts.append(np.allclose(v_after - b2 * v, g**2 - b2 * g**2))
        step = (theta - after) / 0.3
        verdicts.append(np.allclose(step * (np.sqrt(v_after / (1 - b2**t)) + eps) * (1 - b1**t), m_after))
    return np.all(verdicts)
