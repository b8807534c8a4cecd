"""A residual net of any depth in plain numpy: its loss and all its gradients, from the parts written before."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int

from reference.convolution.avgpool2d import global_avg_pool, global_avg_pool_backward
from reference.convolution.conv2d import conv2d_backward, conv2d_forward
from reference.convolution.residual_block import residual_block_backward, residual_block_forward


def resnet_loss_and_grads(
    params: dict, X: Float[np.ndarray, "N C_in H W"], y: Int[np.ndarray, "N"], skip: bool = True
) -> tuple[float, dict]:
    """Loss of a residual net on a batch, and its gradients with respect to all parameters.

        stem: relu(conv(X, w, b))                               (3 x 3, padding 1)
        then one residual block after the other, each with its final ReLU
        then the mean of every map over its pixels, and an affine layer: scores = means @ W + c

    The loss is the mean over the batch of the softmax cross-entropy -log softmax(scores)[label]; scores in the thousands
    must not overflow. With skip False the direct ways are taken out, and nothing else changes: a block is then relu(F).

    Args:
        params: "stem": (w (C, C_in, 3, 3), b (C,)); "blocks": a list with (w1, b1, w2, b2) for each block, as in
            `residual_block_forward`, maybe empty; "head": (W (C, K), c (K,)).
        X: images, shape (N, C_in, H, W).
        y: labels 0, ..., K - 1, shape (N,).
        skip: whether blocks have their direct way.

    Returns:
        The loss, a float, and the gradients: a dict that is made like `params`.
    """
    _check_plain_net(params, X, y)
    first, stem_cache = conv2d_forward(X, *params["stem"], pad=1)
    maps, caches = np.maximum(first, 0.0), []
    for block in params["blocks"]:
        if skip:
            maps, cache = residual_block_forward(maps, *block)
        else:
            maps, cache = _plain_block_forward(maps, *block)
        caches.append(cache)
    means, pool_cache = global_avg_pool(maps)
    W, c = params["head"]
    scores = means @ W + c
    shifted = scores - scores.max(axis=1, keepdims=True)
    log_probs = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    rows = np.arange(len(X))
    loss = -log_probs[rows, y].mean()

    dscores = np.exp(log_probs)
    dscores[rows, y] -= 1
    dscores = dscores / len(X)
    dmaps = global_avg_pool_backward(dscores @ W.T, pool_cache)
    dblocks = []
    for cache in reversed(caches):
        if skip:
            dmaps, *dblock = residual_block_backward(dmaps, cache)
        else:
            dmaps, *dblock = _plain_block_backward(dmaps, cache)
        dblocks.append(tuple(dblock))
    _, dw, db = conv2d_backward(dmaps * (first > 0), stem_cache)
    grads = {"stem": (dw, db), "blocks": dblocks[::-1], "head": (means.T @ dscores, dscores.sum(axis=0))}
    return float(loss), grads


def _check_plain_net(params: dict, X: np.ndarray, y: np.ndarray) -> None:
    """Refuse arrays that do not fit each other, and labels without a class."""
    c, classes = len(params["stem"][0]), len(params["head"][1])
    parts = [("stem", params["stem"], ((c, X.shape[1], 3, 3), (c,)))]
    parts += [("blocks", block, ((c, c, 3, 3), (c,)) * 2) for block in params["blocks"]]
    parts += [("head", params["head"], ((c, classes), (classes,)))]
    for part, arrays, shapes in parts:
        found = tuple(array.shape for array in arrays)
        if found != shapes:
            raise ValueError(f"params: {part} holds arrays of the shapes {found}, not {shapes}")
    if len(X) == 0:
        raise ValueError("X has no images")
    if y.shape != X.shape[:1]:
        raise ValueError(f"y has shape {y.shape}: one label for each of {len(X)} images is needed")
    if y.dtype.kind not in "iu" or y.min() < 0 or y.max() >= classes:
        raise ValueError(f"y: the labels are not all in 0 ... {classes - 1}")


def _plain_block_forward(x: np.ndarray, w1: np.ndarray, b1: np.ndarray, w2: np.ndarray, b2: np.ndarray) -> tuple:
    """Two convolutions with ReLU, without the direct way."""
    hidden, cache1 = conv2d_forward(x, w1, b1, pad=1)
    total, cache2 = conv2d_forward(np.maximum(hidden, 0.0), w2, b2, pad=1)
    return np.maximum(total, 0.0), (hidden, total, cache1, cache2)


def _plain_block_backward(dout: np.ndarray, cache: tuple) -> tuple:
    hidden, total, cache1, cache2 = cache
    dactive, dw2, db2 = conv2d_backward(dout * (total > 0), cache2)
    dx, dw1, db1 = conv2d_backward(dactive * (hidden > 0), cache1)
    return dx, dw1, db1, dw2, db2
