"""Decoders that are linear in the code, so that everything about the data they make can be worked out."""

import numpy as np


class LinearGaussian:
    """p(x | z) is normal with mean z @ w + b and variance exp(logvar), the same for all codes.

    Calling it decodes. It has an encoder as well, and `encoded` counts how often that was asked.
    """

    def __init__(self, w, b, logvar):
        self.w, self.b, self.logvar = np.asarray(w), np.asarray(b), np.asarray(logvar)
        self.encoded = 0

    def __call__(self, z):
        mu = z @ self.w + self.b
        return mu, np.broadcast_to(self.logvar, mu.shape).copy()

    def encode(self, x):
        """Mean of the posterior p(z | x)."""
        self.encoded += 1
        precision = self.w / np.exp(self.logvar)
        return (x - self.b) @ precision.T @ np.linalg.inv(np.eye(len(self.w)) + precision @ self.w.T)


class LinearLogits:
    """Logits z @ w + b: w of shape (k, D) and b (D,) for "bernoulli", (k, D, C) and (D, C) for "categorical".

    Calling it decodes. It has an encoder as well, and `encoded` counts how often that was asked.
    """

    def __init__(self, w, b):
        self.w, self.b = np.asarray(w), np.asarray(b)
        self.encoded = 0

    def __call__(self, z):
        return np.tensordot(z, self.w, axes=1) + self.b

    def encode(self, x):
        """Some code for each x of shape (N, D), as a trained encoder would give one."""
        self.encoded += 1
        rows = self.w.reshape(self.w.shape[0], x.shape[1], -1).mean(axis=2)
        return np.tanh((x - x.mean(axis=0)) @ rows.T)
