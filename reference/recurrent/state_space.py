"""A linear recurrence made from a differential equation: as a scan over time, and as a convolution."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Rates = Float[np.ndarray, "n"]
InputMatrix = Float[np.ndarray, "n m"]


def ssm_discretize(a: Rates, b: InputMatrix, dt: float, method: str = "zoh") -> tuple[Rates, InputMatrix]:
    """From a differential equation to a recurrence with steps of length dt.

    A linear system whose states do not mix follows h'(t) = a * h(t) + b x(t), where a acts entry by entry.
    Sampled every dt, it becomes h_t = abar * h_{t-1} + bbar x_t, with

        "zoh"        abar = exp(a dt),                         bbar = (exp(a dt) - 1) / a * b
        "bilinear"   abar = (1 + a dt / 2) / (1 - a dt / 2),   bbar = dt / (1 - a dt / 2) * b

    "zoh", zero-order hold, is exact if x stays the same during a step. For a = 0 it means the limit,
    bbar = dt b. Results must be right to all digits also for a close to 0, such as 1e-12, where
    exp(a dt) - 1 has lost nearly all of them.

    Args:
        a: one rate for each entry of the state, of any sign or 0, shape (n,). For "bilinear", none is 2 / dt.
        b: how the input enters, shape (n, m); row i belongs to a[i].
        dt: length of a step, greater than 0.
        method: "zoh" or "bilinear".

    Returns:
        abar (n,) and bbar (n, m).
    """
    if method == "bilinear":
        half = a * dt / 2
        abar = (1 + half) / (1 - half)
        scale = dt / (1 - half)
    else:
        abar = np.exp(a * dt)
        scale = dt * np.ones(len(a))
        moving = a != 0
        scale[moving] = np.expm1(a[moving] * dt) / a[moving]
    bbar = scale[:, None] * b
    return abar, bbar


def ssm_scan(
    x: Float[np.ndarray, "T m"],
    abar: Rates,
    bbar: InputMatrix,
    c: Float[np.ndarray, "p n"],
    d: Float[np.ndarray, "p m"],
) -> Float[np.ndarray, "T p"]:
    """Run a linear state-space model along one sequence, step by step.

        h_t = abar * h_{t-1} + bbar x_t           t = 1 .. T, starting from h_0 = 0
        y_t = c h_t + d x_t

    Here vectors are columns, as is usual for these models: bbar x_t has the n entries
    sum_j bbar[i, j] x_t[j]. There is no nonlinearity.

    Args:
        x: the inputs, x[0] is read first, shape (T, m).
        abar, bbar: as `ssm_discretize` returns them, shapes (n,) and (n, m).
        c, d: weights of the state and of the input in the output, shapes (p, n) and (p, m).

    Returns:
        y, shape (T, p).
    """
    h = np.zeros(len(abar))
    y = []
    for x_t in x:
        h = abar * h + bbar @ x_t
        y.append(c @ h + d @ x_t)
    return np.stack(y)


def ssm_kernel(abar: Rates, bbar: Rates, c: Rates, length: int) -> Float[np.ndarray, "length"]:
    """The outputs of a model with one input and one output (and d = 0) for a single 1 at the first step.

        K_k = sum_i c_i abar_i^k bbar_i           k = 0 .. length - 1

    Args:
        abar, bbar, c: the model, each of shape (n,).
        length: how many outputs are wanted, at least 1.

    Returns:
        K, shape (length,).
    """
    powers = abar ** np.arange(length)[:, None]  # (length, n)
    return powers @ (c * bbar)


def ssm_convolution(x: Float[np.ndarray, "T"], abar: Rates, bbar: Rates, c: Rates, d: float) -> Float[np.ndarray, "T"]:
    """The output of a model with one input and one output, for all steps at once: no loop over time.

        y_t = K_0 x_t + K_1 x_{t-1} + ... + K_{t-1} x_1 + d x_t           K as in `ssm_kernel`

    This is a convolution, and a product of Fourier transforms computes it in about T log T operations. But
    with transforms of length T, time would go round in a circle: the end of the sequence would reach its
    beginning. So fill up x and K with zeros to at least 2 T - 1 entries first.

    Args:
        x: the inputs, shape (T,).
        abar, bbar, c: the model, each of shape (n,).
        d: the weight of the direct path.

    Returns:
        y, shape (T,): the same as `ssm_scan`, up to rounding.
    """
    steps = len(x)
    kernel = ssm_kernel(abar, bbar, c, steps)
    size = 2 * steps
    product = np.fft.rfft(x, size) * np.fft.rfft(kernel, size)
    return np.fft.irfft(product, size)[:steps] + d * x
