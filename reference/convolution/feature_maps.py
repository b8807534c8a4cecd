"""Looking inside a net: what its layers return, by hooks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Float
from torch import nn


def feature_maps(model: nn.Module, x: Float[torch.Tensor, "N ..."], names: Sequence[str]) -> dict[str, np.ndarray]:
    """What some layers of a model return for x, each map scaled to [0, 1] so that it can be drawn.

    Call the model once on x, without gradients, and catch the results of the layers on the way (`register_forward_hook`).
    What counts is what a layer returns, also if a later layer overwrites it, as `nn.ReLU(inplace=True)` does. Afterwards
    the model is as it was before: no hook stays on it, and it is in the same mode, training or evaluation.

    A map is one channel of one sample: result[n, c] of a result of shape (N, C, H, W). It is scaled by its own smallest and
    greatest value, (map - min) / (max - min); a map with a single value becomes 0 everywhere. The result of an affine layer, of
    shape (N, features), is scaled sample by sample, as one map each.

    Args:
        model: any module. Each of the layers is called once in a forward pass.
        x: a batch that the model takes.
        names: names of layers, as `model.named_modules()` has them, such as "features.0".

    Returns:
        For each name the scaled maps, a numpy array of the shape that the layer returned.

    Raises:
        ValueError: if the model has no layer with one of the names.
    """
    layers = dict(model.named_modules())
    unknown = [name for name in names if name not in layers]
    if unknown:
        raise ValueError(f"names: the model has no layer {unknown[0]!r}")
    caught: dict[str, torch.Tensor] = {}

    def catcher(name: str):
        def hook(layer: nn.Module, inputs: tuple, result: torch.Tensor) -> None:
            caught[name] = result.detach().clone()

        return hook

    hooks = [layers[name].register_forward_hook(catcher(name)) for name in names]
    try:
        with torch.no_grad():
            model(x)
    finally:
        for hook in hooks:
            hook.remove()
    uncalled = [name for name in names if name not in caught]
    if uncalled:
        raise ValueError(f"names: the model does not call its layer {uncalled[0]!r}")
    result = {}
    for name in names:
        maps = caught[name].numpy()
        axes = tuple(range(2, maps.ndim)) or (1,)
        low, high = maps.min(axis=axes, keepdims=True), maps.max(axis=axes, keepdims=True)
        spread = np.where(high > low, high - low, 1)
        result[name] = (maps - low) / spread
    return result
