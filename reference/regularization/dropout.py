"""Dropout: inverted in training, with its backward pass, and the classic form that scales the weights at test time."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Units = Float[np.ndarray, "..."]
LayerWeights = Float[np.ndarray, "D_in D_out"]
LayerBiases = Float[np.ndarray, "D_out"]


def dropout_forward(x: Units, p_drop: float, mask: Units, train: bool) -> tuple[Units, tuple]:
    """Inverted dropout.

    In training the units where mask is 0 are set to 0, and those that survive are scaled up by
    1 / (1 - p_drop), so that a unit's mean over the masks stays what it was. In evaluation nothing
    happens to x: no mask and no factor.

    Args:
        x: activations of any shape; left as they are.
        p_drop: probability with which a unit was DROPPED, 0 <= p_drop < 1.
        mask: 1.0 for a unit that is kept and 0.0 for one that is dropped, of the shape of x. It was
            drawn for you; draw nothing yourself.
        train: True in training, False in evaluation.

    Returns:
        out of the shape of x, and a cache: whatever your `dropout_backward` needs.
    """
    keep = 1 - p_drop
    if train:
        out = x * mask / keep
    else:
        out = x
    cache = (mask, keep, train)
    return out, cache


def dropout_backward(dout: Units, cache: tuple) -> Units:
    """Gradient of the loss with respect to x of `dropout_forward`, in training and in evaluation.

    Args:
        dout: gradient of the loss with respect to out; left as it is.
        cache: as your `dropout_forward` returned it.

    Returns:
        dx, of the shape of dout.
    """
    mask, keep, train = cache
    if train:
        dx = dout * mask / keep
    else:
        dx = dout
    return dx


def dropout_weight_scaling(w: LayerWeights, b: LayerBiases, p_drop: float) -> tuple[LayerWeights, LayerBiases]:
    """Test-time parameters of a layer whose inputs were dropped in training: classic dropout.

    The classic form does not scale anything in training: the layer x W + b simply sees each of its
    inputs set to 0 with probability p_drop. At test time all inputs are there, and the parameters
    are changed once so that the layer's output is the mean of what it was in training, over the
    masks.

    Args:
        w: trained weights, shape (D_in, D_out).
        b: trained biases, shape (D_out,).
        p_drop: probability with which an input was DROPPED.

    Returns:
        The weights and biases to use at test time; w and b are left as they are.
    """
    keep = 1 - p_drop
    return keep * w, b
