"""An affine layer is a convolution whose kernel is as large as the image."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def fc_as_conv(
    W: Float[np.ndarray, "D F"], b: Float[np.ndarray, "F"], chw: tuple[int, int, int]
) -> tuple[Float[np.ndarray, "F C H W"], Float[np.ndarray, "F"]]:
    """The kernels and biases of a convolution that does what an affine layer does.

    The layer sees images of shape (C, H, W) in one row, in the order channel, row, column: scores = x.reshape(N, -1) @ W
    + b. The convolution with the kernels returned here, without padding, gives the same numbers in the shape (N, F, 1,
    1). On a larger image it gives a map: what the layer would say to each part of that image.

    Args:
        W: weights of the layer, shape (C * H * W, F).
        b: its biases, shape (F,).
        chw: (C, H, W), shape of one image.

    Returns:
        (w, b): kernels of shape (F, C, H, W), and the biases.

    Raises:
        ValueError: if W does not have C * H * W rows, or not as many columns as b has entries.
    """
    c, h, w = chw
    if not min(chw) >= 1:
        raise ValueError(f"chw is {chw}: each number must be at least 1")
    if W.shape[0] != c * h * w:
        raise ValueError(f"W: {W.shape[0]} rows, but an image of {c} x {h} x {w} has {c * h * w} numbers")
    if W.shape[1] != len(b):
        raise ValueError(f"b: {len(b)} biases for {W.shape[1]} units")
    return W.T.reshape(-1, c, h, w), b.copy()
