"""What a net is made of: shapes and parameters layer by layer, and the classic nets as lists of layers."""

from __future__ import annotations

import math


def cnn_layer_summary(layers: list[dict], input_shape: tuple[int, int, int]) -> list[tuple[tuple[int, ...], int]]:
    """Shape of the output and number of parameters of every layer of a net.

    A layer is a dict with its "kind" and its settings:

        {"kind": "conv", "out": 96, "k": 11, "stride": 4, "pad": 0, "groups": 1}    a bias for each output channel
        {"kind": "pool", "k": 3, "stride": 2, "pad": 0}                             keeps the channels
        {"kind": "relu"}, {"kind": "softmax"}                                       keep the shape
        {"kind": "gap"}                                                             (C, H, W) -> (C,), global mean
        {"kind": "flatten"}                                                         (C, H, W) -> (C * H * W,)
        {"kind": "fc", "out": 1000}                                                 (D,) -> (out,), with biases

    "out" and "k" are always there. In a conv "stride" and "groups" are 1 and "pad" is 0 where they are left out; in a pool
    "stride" is k and "pad" is 0. Windows that do not fit are dropped. Only conv and fc have parameters.

    Args:
        layers: the layers, the first one next to the input.
        input_shape: (C, H, W) of one image.

    Returns:
        For each layer a pair: the shape of its output as a tuple, and its number of parameters.

    Raises:
        ValueError: if a kind is not one of these.
    """
    shape, rows = tuple(input_shape), []
    if len(shape) != 3:
        raise ValueError(f"input_shape is {shape}, not (C, H, W)")
    if min(shape) < 1:
        raise ValueError(f"input_shape is {shape}: each number must be at least 1")
    for layer in layers:
        kind, params = layer["kind"], 0
        for setting, least in (("out", 1), ("k", 1), ("stride", 1), ("pad", 0), ("groups", 1)):
            if layer.get(setting, least) < least:
                raise ValueError(f"layers: {setting} of layer {len(rows)} is {layer[setting]}, less than {least}")
        if len(shape) != {"conv": 3, "pool": 3, "gap": 3, "fc": 1}.get(kind, len(shape)):
            raise ValueError(f"layers: layer {len(rows)}, {kind}, cannot take the shape {shape}")
        if kind == "conv":
            k, stride, pad = layer["k"], layer.get("stride", 1), layer.get("pad", 0)
            for channels in (shape[0], layer["out"]):
                if channels % layer.get("groups", 1):
                    raise ValueError(f"layers: groups of layer {len(rows)} do not divide {channels} channels")
            params = layer["out"] * (shape[0] // layer.get("groups", 1) * k * k + 1)
            shape = (layer["out"], *((n + 2 * pad - k) // stride + 1 for n in shape[1:]))
        elif kind == "pool":
            k, stride, pad = layer["k"], layer.get("stride", layer["k"]), layer.get("pad", 0)
            shape = (shape[0], *((n + 2 * pad - k) // stride + 1 for n in shape[1:]))
        elif kind == "gap":
            shape = shape[:1]
        elif kind == "flatten":
            shape = (math.prod(shape),)
        elif kind == "fc":
            params = layer["out"] * (shape[0] + 1)
            shape = (layer["out"],)
        elif kind not in ("relu", "softmax"):
            raise ValueError(f"kind: there is no layer called {kind!r}")
        if min(shape) < 1:
            raise ValueError(f"layers: no window of layer {len(rows)} fits into its maps")
        rows.append((shape, params))
    return rows


def architecture_layers(name: str) -> list[dict]:
    """The layers of a classic net, in the form that `cnn_layer_summary` takes, without the softmax at the end.

    "lenet5" (1 x 32 x 32): conv 6, pool, conv 16, pool, then fc 120, 84, 10; kernels 5 x 5 without padding, pools of 2.

    "alexnet" (3 x 227 x 227): conv 96 (11 x 11, stride 4), pool, conv 256 (5 x 5, pad 2), pool,
    conv 384, 384, 256 (3 x 3, pad 1), pool, then fc 4096, 4096, 1000; all pools 3 with stride 2.
    "alexnet_grouped" is the same with 2 groups in the second, fourth and fifth convolution: it was trained on two cards.

    "vgg16" and "vgg19" (3 x 224 x 224): five blocks of 3 x 3 convolutions with pad 1 and 64, 128, 256, 512, 512 channels, each
    followed by a pool of 2; then fc 4096, 4096, 1000. Their blocks have 2, 2, 3, 3, 3 and 2, 2, 4, 4, 4 convolutions.

    A "relu" stands after every conv, and after every fc but the last (in LeNet-5, too, for simplicity); a "flatten" before
    the first fc.

    Args:
        name: one of the five names.

    Returns:
        A list of dicts.

    Raises:
        ValueError: for any other name.
    """
    relu = {"kind": "relu"}
    layers: list[dict] = []
    if name == "lenet5":
        for out in (6, 16):
            layers += [{"kind": "conv", "out": out, "k": 5}, relu, {"kind": "pool", "k": 2}]
        dense = (120, 84, 10)
    elif name in ("alexnet", "alexnet_grouped"):
        groups = 2 if name == "alexnet_grouped" else 1
        pool = {"kind": "pool", "k": 3, "stride": 2}
        layers += [{"kind": "conv", "out": 96, "k": 11, "stride": 4}, relu, pool]
        layers += [{"kind": "conv", "out": 256, "k": 5, "pad": 2, "groups": groups}, relu, pool]
        layers += [{"kind": "conv", "out": 384, "k": 3, "pad": 1}, relu]
        layers += [{"kind": "conv", "out": 384, "k": 3, "pad": 1, "groups": groups}, relu]
        layers += [{"kind": "conv", "out": 256, "k": 3, "pad": 1, "groups": groups}, relu, pool]
        dense = (4096, 4096, 1000)
    elif name in ("vgg16", "vgg19"):
        later = 3 if name == "vgg16" else 4
        for out, count in zip((64, 128, 256, 512, 512), (2, 2, later, later, later)):
            layers += [{"kind": "conv", "out": out, "k": 3, "pad": 1}, relu] * count
            layers += [{"kind": "pool", "k": 2}]
        dense = (4096, 4096, 1000)
    else:
        raise ValueError(f"name: there is no net called {name!r}")
    layers += [{"kind": "flatten"}]
    for out in dense:
        layers += [{"kind": "fc", "out": out}, relu]
    return layers[:-1]
