"""One step of a GRU: a reset gate, an update gate, one state; forward and backward."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

StepInput = Float[np.ndarray, "N D"]
State = Float[np.ndarray, "N H"]


def _sigmoid(a: np.ndarray) -> np.ndarray:
    """1 / (1 + exp(-a)), entry by entry: a gate between 0 (closed) and 1 (open)."""
    # Its logarithm is -log(exp(0) + exp(-a)), and logaddexp never overflows. exp(-a) alone would.
    return np.exp(-np.logaddexp(0, -a))


def gru_cell_forward(
    x: StepInput,
    h_prev: State,
    wx: Float[np.ndarray, "D 3H"],
    wh: Float[np.ndarray, "H 3H"],
    b: Float[np.ndarray, "3H"],
) -> tuple[State, tuple]:
    """One step of a GRU, in a form that is NOT that of torch.nn.GRU.

    wx, wh and b hold blocks of H columns in the order z, r, n:

        z = sigmoid(x wx_z + h_prev wh_z + b_z)                  update gate
        r = sigmoid(x wx_r + h_prev wh_r + b_r)                  reset gate
        n = tanh(x wx_n + (r * h_prev) wh_n + b_n)               candidate; r acts BEFORE the product
        h = (1 - z) * h_prev + z * n                             z is the weight of the NEW

    Results must be finite however large the arguments of the sigmoids are, for example 1000 or -1000: such
    a gate is fully open or closed.

    Args:
        x: inputs of this step, shape (N, D).
        h_prev: state of the step before, shape (N, H).
        wx, wh, b: weights, shapes (D, 3H), (H, 3H), (3H,).

    Returns:
        h of shape (N, H), and a cache: whatever your `gru_cell_backward` needs. If it is a dict or a
        tuple in which z, r, n keep their names, feedback can tell which of them goes wrong first.
    """
    wh_z, wh_r, wh_n = np.split(wh, 3, axis=1)
    from_x_z, from_x_r, from_x_n = np.split(x @ wx + b, 3, axis=1)
    z = _sigmoid(from_x_z + h_prev @ wh_z)
    r = _sigmoid(from_x_r + h_prev @ wh_r)
    n = np.tanh(from_x_n + (r * h_prev) @ wh_n)
    h = (1 - z) * h_prev + z * n
    cache = (x, h_prev, wx, wh, z, r, n)
    return h, cache


def gru_cell_backward(
    dh: State, cache: tuple
) -> tuple[StepInput, State, Float[np.ndarray, "D 3H"], Float[np.ndarray, "H 3H"], Float[np.ndarray, "3H"]]:
    """Gradients of the loss with respect to every argument of `gru_cell_forward`.

    Derive them by hand; automatic differentiation is not allowed. Before you start, count the paths
    along which h_prev reaches h: it is kept, it is reset, and both gates are computed from it.

    Args:
        dh: gradient of the loss with respect to h, shape (N, H).
        cache: as your `gru_cell_forward` returned it.

    Returns:
        dx (N, D), dh_prev (N, H), dwx (D, 3H), dwh (H, 3H), db (3H,), blocks in the order z, r, n;
        gradients of weights are summed over the batch.
    """
    x, h_prev, wx, wh, z, r, n = cache
    wh_z, wh_r, wh_n = np.split(wh, 3, axis=1)
    dn = dh * z
    dz = dh * (n - h_prev)
    da_n = dn * (1 - n**2)
    d_reset = da_n @ wh_n.T  # of r * h_prev, both of which depend on h_prev
    dr = d_reset * h_prev
    da_z = dz * z * (1 - z)
    da_r = dr * r * (1 - r)
    da = np.concatenate([da_z, da_r, da_n], axis=1)
    dh_prev = dh * (1 - z) + d_reset * r + da_z @ wh_z.T + da_r @ wh_r.T
    dx = da @ wx.T
    dwx = x.T @ da
    dwh = np.concatenate([h_prev.T @ da_z, h_prev.T @ da_r, (r * h_prev).T @ da_n], axis=1)
    db = da.sum(axis=0)
    return dx, dh_prev, dwx, dwh, db
