"""A whole encoder block by hand, forward and backward: attention, two ways around, two layer norms."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Batch = Float[np.ndarray, "N T D"]
Params = dict[str, np.ndarray]
BlockCache = dict
EPS = 1e-5


def encoder_block_forward(x: Batch, params: Params, n_heads: int) -> tuple[Batch, BlockCache]:
    """A post-norm encoder block without masks, dropout, and biases in the attention.

        y   = ln(x + attention(x); g1, b1)
        out = ln(y + relu(y W1 + c1) W2 + c2; g2, b2)

    The attention is softmax(q k^T / sqrt(D / n_heads)) v for each head, with q = x Wq, k = x Wk, v = x Wv cut into
    n_heads heads of neighbouring features; the heads side by side are multiplied by Wo. The layer norm runs over the
    last axis, with the biased variance and eps = 1e-5 under the root: g * (z - mean) / sqrt(var + eps) + b.

    Args:
        x: tokens, shape (N, T, D).
        params: a dict with Wq, Wk, Wv, Wo (D, D), g1, b1 (D,), W1 (D, F), c1 (F,), W2 (F, D), c2 (D,), g2, b2 (D,).
        n_heads: number of heads; it divides D.

    Returns:
        out of shape (N, T, D), and a cache of your choice for `encoder_block_backward`.

    Raises:
        ValueError: if n_heads is below 1 or does not divide D; the message names n_heads.
    """
    p = params
    if n_heads < 1 or x.shape[-1] % n_heads:
        raise ValueError(f"n_heads: {n_heads} heads do not divide {x.shape[-1]} features")
    q, k, v = (_split(x @ p[name], n_heads) for name in ("Wq", "Wk", "Wv"))  # (N, H, T, D/H)
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    heads = _merge(weights @ v)
    y, norm1 = _ln(x + heads @ p["Wo"], p["g1"], p["b1"])
    a = y @ p["W1"] + p["c1"]
    h = np.maximum(a, 0.0)
    out, norm2 = _ln(y + h @ p["W2"] + p["c2"], p["g2"], p["b2"])
    cache = dict(x=x, params=params, q=q, k=k, v=v, weights=weights, heads=heads, norm1=norm1, y=y, a=a, h=h, norm2=norm2)
    return out, cache


def encoder_block_backward(dout: Batch, cache: BlockCache) -> tuple[Batch, Params]:
    """Gradients of the loss with respect to x and to all twelve arrays of params.

    Go back through `encoder_block_forward` step by step. Where a value was used twice (x by four roads, y by two), its
    gradients add up. Gradients of weights are sums over all tokens of all sequences.

    Args:
        dout: dL/dout, shape (N, T, D).
        cache: what `encoder_block_forward` returned.

    Returns:
        dx of shape (N, T, D), and a dict with the gradient of each entry of params under the same name.
    """
    p, x, y, q, k, v = cache["params"], cache["x"], cache["y"], cache["q"], cache["k"], cache["v"]
    if dout.shape != x.shape:
        raise ValueError(f"dout: the shape is {dout.shape}, and not {x.shape}")
    grads: Params = {}
    dz2, grads["g2"], grads["b2"] = _ln_backward(dout, p["g2"], cache["norm2"])
    grads["W2"], grads["c2"] = _outer(cache["h"], dz2), dz2.sum(axis=(0, 1))
    da = (dz2 @ p["W2"].T) * (cache["a"] > 0)
    grads["W1"], grads["c1"] = _outer(y, da), da.sum(axis=(0, 1))
    dy = dz2 + da @ p["W1"].T
    dz1, grads["g1"], grads["b1"] = _ln_backward(dy, p["g1"], cache["norm1"])
    grads["Wo"] = _outer(cache["heads"], dz1)
    dheads = _split(dz1 @ p["Wo"].T, q.shape[1])
    weights = cache["weights"]
    dweights = dheads @ v.swapaxes(-1, -2)
    dscores = weights * (dweights - (dweights * weights).sum(axis=-1, keepdims=True)) / np.sqrt(q.shape[-1])
    dq, dk, dv = dscores @ k, dscores.swapaxes(-1, -2) @ q, weights.swapaxes(-1, -2) @ dheads
    dx = dz1.copy()
    for name, part in (("Wq", dq), ("Wk", dk), ("Wv", dv)):
        dpart = _merge(part)
        grads[name] = _outer(x, dpart)
        dx += dpart @ p[name].T
    return dx, grads


def _split(x: np.ndarray, n_heads: int) -> np.ndarray:
    """(N, T, D) -> (N, H, T, D/H)."""
    return x.reshape(*x.shape[:2], n_heads, -1).swapaxes(1, 2)


def _merge(x: np.ndarray) -> np.ndarray:
    """(N, H, T, D/H) -> (N, T, D)."""
    return x.swapaxes(1, 2).reshape(x.shape[0], x.shape[2], -1)


def _outer(inputs: np.ndarray, dout: np.ndarray) -> np.ndarray:
    """Gradient of W in inputs @ W, summed over sequences and tokens."""
    return np.einsum("nti,ntj->ij", inputs, dout)


def _ln(z: np.ndarray, g: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, tuple[np.ndarray, np.ndarray]]:
    std = np.sqrt(z.var(axis=-1, keepdims=True) + EPS)
    z_hat = (z - z.mean(axis=-1, keepdims=True)) / std
    return g * z_hat + b, (z_hat, std)


def _ln_backward(dout: np.ndarray, g: np.ndarray, norm: tuple[np.ndarray, np.ndarray]) -> tuple[np.ndarray, ...]:
    z_hat, std = norm
    dz_hat = dout * g
    away = dz_hat.mean(axis=-1, keepdims=True) + z_hat * (dz_hat * z_hat).mean(axis=-1, keepdims=True)
    return (dz_hat - away) / std, (dout * z_hat).sum(axis=(0, 1)), dout.sum(axis=(0, 1))
