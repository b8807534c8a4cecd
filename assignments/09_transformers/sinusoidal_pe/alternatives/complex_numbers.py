"""A pair is a complex number that turns."""

import numpy as np


def rates(d, base):
    if d < 2 or d % 2 == 1:
        raise ValueError(f"d = {d} is odd or too small")
    return np.power(float(base), -np.linspace(0, 2, d // 2, endpoint=False) / 2)


def sinusoidal_pe(T, d, base=10000.0):
    if not T > 0:
        raise ValueError(f"T = {T}")
    z = np.exp(1j * np.outer(np.arange(T), rates(d, base)))
    out = np.zeros((T, d))
    out[:, ::2], out[:, 1::2] = z.imag, z.real
    return out


def pe_shift_matrix(k, d, base=10000.0):
    z = np.exp(1j * k * rates(d, base))
    blocks = np.array([[z.real, z.imag], [-z.imag, z.real]])  # (2, 2, d/2)
    return np.einsum("abi,ij->iajb", blocks, np.eye(d // 2)).reshape(d, d)
