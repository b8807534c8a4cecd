"""A list of handles, and maps scaled one by one."""

import numpy as np
import torch


def scale(one):
    low, high = one.min(), one.max()
    return (one - low) / (high - low) if high > low else np.zeros_like(one)


def feature_maps(model, x, names):
    found, handles = {}, []
    for name in names:
        try:
            layer = model.get_submodule(name)
        except AttributeError:
            raise ValueError(f"no layer {name}") from None
        handles.append((name, layer))
    handles = [
        layer.register_forward_hook(lambda _, __, out, name=name: found.update({name: np.array(out.detach().cpu())}))
        for name, layer in handles
    ]
    try:
        with torch.inference_mode():
            model(x)
    finally:
        [handle.remove() for handle in handles]
    result = {}
    for name, maps in found.items():
        if maps.ndim < 3:
            result[name] = np.stack([scale(row) for row in maps])
        else:
            result[name] = np.stack([np.stack([scale(one) for one in sample]) for sample in maps])
    return result
