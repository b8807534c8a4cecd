"""A bidirectional recurrent net: at every step it knows what came before and what comes after."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int

from reference.recurrent.rnn import rnn_backward, rnn_forward

Sequences = Float[np.ndarray, "N T D"]
BothStates = Float[np.ndarray, "N T 2H"]


def _reverse(values: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Turn round the first lengths[n] steps of each sequence, and leave the padding where it is."""
    steps = np.arange(values.shape[1])
    ends = lengths[:, None]
    order = np.where(steps < ends, ends - 1 - steps, steps)
    return np.take_along_axis(values, order[:, :, None], axis=1)


def birnn_forward(
    x: Sequences, fwd: tuple, bwd: tuple, lengths: Int[np.ndarray, "N"] | None = None
) -> tuple[BothStates, tuple]:
    """Read sequences forwards with one recurrent net and backwards with another.

    For a sequence of L valid steps (the others are padding at the end),

        forwards     f_t = tanh(x_t Wx + f_{t-1} Wh + b)       t = 1 .. L, from f_0 = 0, weights of fwd
        backwards    g_t = tanh(x_t Wx + g_{t+1} Wh + b)       t = L .. 1, from g_{L+1} = 0, weights of bwd
        out_t = [f_t, g_t], and 0 at padding

    Both halves of out stand in the order of time: out_t has what both nets know when they have read x_t.

    Args:
        x: shape (N, T, D). What stands at padding must have no influence, even if it is inf or nan.
        fwd, bwd: (wx, wh, b) of each net, of shapes (D, H), (H, H), (H,).
        lengths: valid steps of each sequence, 1 .. T, shape (N,); None: all are valid.

    Returns:
        out of shape (N, T, 2H), and a cache: whatever your `birnn_backward` needs.
    """
    if lengths is None:
        lengths = np.full(len(x), x.shape[1])
    valid = np.arange(x.shape[1]) < lengths[:, None]
    x = np.where(valid[:, :, None], x, 0.0)  # 0 times nan is nan: what stands at padding must be gone
    start = np.zeros((len(x), len(fwd[1])))
    forwards, fwd_cache = rnn_forward(x, start, *fwd)
    backwards, bwd_cache = rnn_forward(_reverse(x, lengths), start, *bwd)
    both = np.concatenate([forwards, _reverse(backwards, lengths)], axis=2)
    out = np.where(valid[:, :, None], both, 0.0)
    cache = (fwd_cache, bwd_cache, lengths, valid)
    return out, cache


def birnn_backward(dout: BothStates, cache: tuple) -> tuple[Sequences, tuple, tuple]:
    """Gradients of the loss with respect to x, fwd and bwd of `birnn_forward`.

    Derive them by hand; automatic differentiation is not allowed. Both nets read x; neither reads the padding.

    Args:
        dout: gradient of the loss with respect to out, shape (N, T, 2H). What stands at padding must have
            no influence here, either.
        cache: as your `birnn_forward` returned it.

    Returns:
        dx of shape (N, T, D), 0 at padding; dfwd and dbwd, each (dwx, dwh, db), of the shapes of fwd and
        bwd.
    """
    fwd_cache, bwd_cache, lengths, valid = cache
    dboth = np.where(valid[:, :, None], dout, 0.0)
    dforwards, dbackwards = np.split(dboth, 2, axis=2)
    dx_fwd, _, *dfwd = rnn_backward(dforwards, fwd_cache)
    dx_bwd, _, *dbwd = rnn_backward(_reverse(dbackwards, lengths), bwd_cache)
    dx = dx_fwd + _reverse(dx_bwd, lengths)
    return dx, tuple(dfwd), tuple(dbwd)
