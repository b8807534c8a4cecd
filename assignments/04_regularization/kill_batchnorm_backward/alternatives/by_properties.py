"""By what must be true of the gradients, and one difference in each direction."""

import numpy as np


def test_batchnorm_backward(f):
    rng = np.random.default_rng(3)
    x, dout = rng.normal(1.0, 2.0, (5, 3)), rng.normal(size=(5, 3))
    gamma, beta, eps = np.array([0.7, 1.3, 2.0]), np.array([0.1, 0.2, 0.3]), 1e-5
    dx, dgamma, dbeta = f(dout, x, gamma, beta, eps)
    normal = (x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) + eps)
    assert np.allclose(dbeta, dout.sum(axis=0), rtol=1e-9)
    assert np.allclose(dgamma, (dout * normal).sum(axis=0), rtol=1e-9)
    assert np.allclose(dx.sum(axis=0), 0, atol=1e-9), "dx sums to zero over the batch"
    assert np.allclose((dx * normal).sum(axis=0), 0, atol=1e-3), "scaling x changes nothing"

    def loss(z):
        return (dout * (gamma * (z - z.mean(axis=0)) / np.sqrt(z.var(axis=0) + eps) + beta)).sum()

    for place in np.ndindex(x.shape):
        nudge = np.zeros_like(x)
        nudge[place] = 1e-5
        assert abs((loss(x + nudge) - loss(x - nudge)) / 2e-5 - dx[place]) < 1e-6
