"""Multi-head attention, forward and backward: project, attend in every head at once, join the heads, project again."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Float

from reference.attention.heads import merge_heads, split_heads
from reference.attention.masked_softmax import masked_softmax


def mha_forward(
    xq: Float[np.ndarray, "B T E"],
    xkv: Float[np.ndarray, "B S E"],
    wq: Float[np.ndarray, "E E"],
    wk: Float[np.ndarray, "E E"],
    wv: Float[np.ndarray, "E E"],
    wo: Float[np.ndarray, "E E"],
    n_heads: int,
    mask: Bool[np.ndarray, "..."] | None = None,
) -> tuple[Float[np.ndarray, "B T E"], Float[np.ndarray, "B H T S"], dict]:
    """Multi-head attention from the tokens xq to the tokens xkv.

        q, k, v = xq @ wq, xkv @ wk, xkv @ wv       each cut into H heads of width D = E / H
        scores  = q @ k^T / sqrt(D)                 in every head, shape (B, H, T, S)
        weights = softmax of the scores over the S keys, where the mask allows
        heads   = weights @ v                       shape (B, H, T, D)
        out     = the heads side by side, times wo

    D is the width of ONE head. With xq and xkv the same array this is self-attention.

    Args:
        xq: tokens that ask, shape (B, T, E).
        xkv: tokens that are looked at, shape (B, S, E).
        wq, wk, wv, wo: projections without bias, each of shape (E, E); they multiply from the right.
        n_heads: number of heads H; it divides E.
        mask: boolean, broadcasts to (B, H, T, S), True where a query may look; None allows everything.
            A query that may look nowhere has weight 0 everywhere, never nan. All tokens are finite,
            hidden ones included.

    Returns:
        out of shape (B, T, E), the weights of shape (B, H, T, S), and a cache: whatever your
        `mha_backward` needs. A dict with the names above (q, k, v, scores, weights, heads) lets the
        feedback say where an error begins.
    """
    q, k, v = split_heads(xq @ wq, n_heads), split_heads(xkv @ wk, n_heads), split_heads(xkv @ wv, n_heads)
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    weights = masked_softmax(scores, mask)
    heads = weights @ v
    out = merge_heads(heads) @ wo
    cache = {
        "q": q,
        "k": k,
        "v": v,
        "scores": scores,
        "weights": weights,
        "heads": heads,
        "xq": xq,
        "xkv": xkv,
        "projections": (wq, wk, wv, wo),
    }
    return out, weights, cache


def mha_backward(
    dout: Float[np.ndarray, "B T E"], cache: dict
) -> tuple[
    Float[np.ndarray, "B T E"],
    Float[np.ndarray, "B S E"],
    Float[np.ndarray, "E E"],
    Float[np.ndarray, "E E"],
    Float[np.ndarray, "E E"],
    Float[np.ndarray, "E E"],
]:
    """Gradients of the loss with respect to the tokens and the projections of `mha_forward`.

    Derive them by hand: undo the steps of the forward pass from the last to the first. A projection
    is used by every token of every sample, so its gradient is a sum over all of them. xkv feeds the
    keys and the values, so its gradient has two parts. In self-attention the gradient of the one
    array x is dxq + dxkv; that sum is not formed here.

    Args:
        dout: gradient of the loss with respect to out, shape (B, T, E).
        cache: as your `mha_forward` returned it.

    Returns:
        dxq, dxkv, dwq, dwk, dwv, dwo, of the shapes of xq, xkv, wq, wk, wv and wo.
    """
    q, k, v, weights, heads = (cache[name] for name in ("q", "k", "v", "weights", "heads"))
    xq, xkv, (wq, wk, wv, wo) = cache["xq"], cache["xkv"], cache["projections"]
    dheads = split_heads(dout @ wo.T, q.shape[1])  # (B, H, T, D)
    dweights = dheads @ v.swapaxes(-1, -2)
    dscores = weights * (dweights - (weights * dweights).sum(axis=-1, keepdims=True))
    dscores = dscores / np.sqrt(q.shape[-1])
    dq = merge_heads(dscores @ k)  # (B, T, E)
    dk = merge_heads(dscores.swapaxes(-1, -2) @ q)  # (B, S, E)
    dv = merge_heads(weights.swapaxes(-1, -2) @ dheads)  # (B, S, E)
    dxq = dq @ wq.T
    dxkv = dk @ wk.T + dv @ wv.T
    dwq = np.einsum("bte,btf->ef", xq, dq)
    dwk = np.einsum("bse,bsf->ef", xkv, dk)
    dwv = np.einsum("bse,bsf->ef", xkv, dv)
    dwo = np.einsum("bte,btf->ef", merge_heads(heads), dout)
    return dxq, dxkv, dwq, dwk, dwv, dwo
