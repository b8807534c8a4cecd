import numpy as np


def birnn_forward(x, fwd, bwd, lengths=None):
    """The backward net runs down from T, and its state is held at 0 until the sequence begins."""
    n, steps, _ = x.shape
    h = fwd[0].shape[1]
    mask = np.ones((n, steps, 1))
    if lengths is not None:
        mask[np.arange(steps) >= np.asarray(lengths)[:, None]] = 0
    x = np.where(mask > 0, x, 0)
    f, g = np.zeros((n, steps + 2, h)), np.zeros((n, steps + 2, h))
    for t in range(1, steps + 1):
        f[:, t] = mask[:, t - 1] * np.tanh(x[:, t - 1] @ fwd[0] + f[:, t - 1] @ fwd[1] + fwd[2])
    for t in range(steps, 0, -1):
        g[:, t] = mask[:, t - 1] * np.tanh(x[:, t - 1] @ bwd[0] + g[:, t + 1] @ bwd[1] + bwd[2])
    return np.dstack([f[:, 1:-1], g[:, 1:-1]]), (x, fwd, bwd, mask, f, g)


def birnn_backward(dout, cache):
    x, fwd, bwd, mask, f, g = cache
    steps, h = x.shape[1], f.shape[2]
    dout = np.where(mask > 0, dout, 0)
    da_f, da_g = np.zeros_like(f), np.zeros_like(g)
    for t in range(steps, 0, -1):
        arrives = dout[:, t - 1, :h] + da_f[:, t + 1] @ fwd[1].T
        da_f[:, t] = mask[:, t - 1] * (1 - f[:, t] ** 2) * arrives
    for t in range(1, steps + 1):
        arrives = dout[:, t - 1, h:] + da_g[:, t - 1] @ bwd[1].T
        da_g[:, t] = mask[:, t - 1] * (1 - g[:, t] ** 2) * arrives
    df, dg = da_f[:, 1:-1], da_g[:, 1:-1]
    dx = df @ fwd[0].T + dg @ bwd[0].T
    pairs = "nti,nth->ih"
    dfwd = (np.einsum(pairs, x, df), np.einsum(pairs, f[:, :-2], df), df.sum((0, 1)))
    dbwd = (np.einsum(pairs, x, dg), np.einsum(pairs, g[:, 2:], dg), dg.sum((0, 1)))
    return dx, dfwd, dbwd
