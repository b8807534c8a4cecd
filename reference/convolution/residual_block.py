"""A residual block: two convolutions beside a direct way, forward and backward."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

from reference.convolution.conv2d import conv2d_backward, conv2d_forward

BlockMaps = Float[np.ndarray, "N C H W"]
BlockKernels = Float[np.ndarray, "C C 3 3"]
BlockBias = Float[np.ndarray, "C"]


def residual_block_forward(
    x: BlockMaps, w1: BlockKernels, b1: BlockBias, w2: BlockKernels, b2: BlockBias, final_relu: bool = True
) -> tuple[BlockMaps, tuple]:
    """Add to x what two convolutions make of it.

        F   = conv(relu(conv(x, w1, b1)), w2, b2)          (3 x 3, padding 1, stride 1)
        out = relu(x + F), or x + F if final_relu is False

    If all weights are 0, nothing is changed but for the last ReLU: the block has to learn only what should
    be different.

    Args:
        x: maps, shape (N, C, H, W).
        w1, w2: kernels, shape (C, C, 3, 3).
        b1, b2: biases, shape (C,).
        final_relu: whether ReLU is applied to the sum.

    Returns:
        out of shape (N, C, H, W), and a cache: whatever your `residual_block_backward` needs.
    """
    c = x.shape[1]
    for name, value, shape in (("w1", w1, (c, c, 3, 3)), ("b1", b1, (c,)), ("w2", w2, (c, c, 3, 3)), ("b2", b2, (c,))):
        if value.shape != shape:
            raise ValueError(f"{name} has shape {value.shape}, not {shape}")
    hidden, cache1 = conv2d_forward(x, w1, b1, pad=1)
    active = np.maximum(hidden, 0.0)
    branch, cache2 = conv2d_forward(active, w2, b2, pad=1)
    total = x + branch
    out = np.maximum(total, 0.0) if final_relu else total
    cache = (hidden, total, cache1, cache2, final_relu)
    return out, cache


def residual_block_backward(
    dout: BlockMaps, cache: tuple
) -> tuple[BlockMaps, BlockKernels, BlockBias, BlockKernels, BlockBias]:
    """Gradients of the loss with respect to x, w1, b1, w2 and b2 of `residual_block_forward`.

    x reaches the output on two ways, and its gradient comes back on both.

    Args:
        dout: gradient of the loss with respect to out, shape (N, C, H, W).
        cache: as your `residual_block_forward` returned it.

    Returns:
        dx, dw1, db1, dw2, db2, of the shapes of x, w1, b1, w2 and b2.
    """
    hidden, total, cache1, cache2, final_relu = cache
    if dout.shape != total.shape:
        raise ValueError(f"dout has shape {dout.shape}, not {total.shape}")
    delta = dout * (total > 0) if final_relu else dout
    dactive, dw2, db2 = conv2d_backward(delta, cache2)
    dhidden = dactive * (hidden > 0)
    through_branch, dw1, db1 = conv2d_backward(dhidden, cache1)
    dx = delta + through_branch
    return dx, dw1, db1, dw2, db2
