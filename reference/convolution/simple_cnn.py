"""A whole small convolutional net with its gradients, put together by hand."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int

from reference.convolution.conv2d import conv2d_backward, conv2d_forward
from reference.convolution.maxpool2d import maxpool2d_backward, maxpool2d_forward


def cnn_loss_and_grads(
    params: dict[str, np.ndarray], X: Float[np.ndarray, "N C H W"], y: Int[np.ndarray, "N"]
) -> tuple[float, dict[str, np.ndarray]]:
    """Loss of a small net on a batch, and its gradients with respect to all parameters.

        conv (3 x 3, padding 1) -> ReLU -> max pool 2 -> flatten -> affine -> softmax cross-entropy

    The pooled maps of an image, shape (F, H/2, W/2), are flattened in C order: channel, row, column. The loss is the MEAN of
    the cross-entropies -log softmax(scores)[label] over the batch; scores in the thousands must not overflow.

    Args:
        params: "w" (F, C, 3, 3) and "b" (F,), kernels and biases; "W" (F * H/2 * W/2, K) and "c" (K,), weights
            and biases of the affine layer.
        X: images, shape (N, C, H, W), H and W even.
        y: labels 0, ..., K - 1, shape (N,).

    Returns:
        The loss, a float, and a dict with the gradients "w", "b", "W" and "c".
    """
    _check_small_net(params, X, y)
    hidden, conv_cache = conv2d_forward(X, params["w"], params["b"], pad=1)
    pooled, pool_cache = maxpool2d_forward(np.maximum(hidden, 0.0), 2)
    features = pooled.reshape(len(X), -1)
    scores = features @ params["W"] + params["c"]
    shifted = scores - scores.max(axis=1, keepdims=True)
    log_probs = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    rows = np.arange(len(X))
    loss = -log_probs[rows, y].mean()

    dscores = np.exp(log_probs)
    dscores[rows, y] -= 1
    dscores = dscores / len(X)
    dpooled = (dscores @ params["W"].T).reshape(pooled.shape)
    dhidden = maxpool2d_backward(dpooled, pool_cache) * (hidden > 0)
    _, dw, db = conv2d_backward(dhidden, conv_cache)
    grads = {"w": dw, "b": db, "W": features.T @ dscores, "c": dscores.sum(axis=0)}
    return float(loss), grads


def _check_small_net(params: dict[str, np.ndarray], X: np.ndarray, y: np.ndarray) -> None:
    """Refuse arrays that do not fit each other, and labels without a class."""
    (_, c, height, width), f, classes = X.shape, len(params["w"]), len(params["c"])
    if height % 2 or width % 2:
        raise ValueError(f"X: the images are {height} x {width}; both have to be even")
    inputs = f * (height // 2) * (width // 2)
    for name, shape in {"w": (f, c, 3, 3), "b": (f,), "W": (inputs, classes), "c": (classes,)}.items():
        if params[name].shape != shape:
            raise ValueError(f"params: {name} has shape {params[name].shape}, not {shape}")
    if len(X) == 0:
        raise ValueError("X has no images")
    if y.shape != X.shape[:1]:
        raise ValueError(f"y has shape {y.shape}: one label for each of {len(X)} images is needed")
    if y.dtype.kind not in "iu" or y.min() < 0 or y.max() >= classes:
        raise ValueError(f"y: the labels are not all in 0 ... {classes - 1}")
