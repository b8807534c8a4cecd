"""A generator walks through the net; helpers make the layers."""


def walk(layers, shape):
    for layer in layers:
        params = 0
        match layer["kind"]:
            case "relu" | "softmax":
                pass
            case "gap":
                shape = (shape[0],)
            case "flatten":
                shape = (shape[0] * shape[1] * shape[2],)
            case "fc":
                params = (shape[0] + 1) * layer["out"]
                shape = (layer["out"],)
            case "conv" | "pool" as kind:
                k, pad = layer["k"], layer.get("pad", 0)
                step = layer.get("stride", 1 if kind == "conv" else k)
                if kind == "conv":
                    params = (shape[0] * k * k // layer.get("groups", 1) + 1) * layer["out"]
                maps = layer["out"] if kind == "conv" else shape[0]
                shape = (maps, (shape[1] + 2 * pad - k) // step + 1, (shape[2] + 2 * pad - k) // step + 1)
            case _:
                raise ValueError("unknown kind of layer")
        yield shape, params


def cnn_layer_summary(layers, input_shape):
    return list(walk(layers, input_shape))


def conv(out, k, **options):
    return [{"kind": "conv", "out": out, "k": k, **options}, {"kind": "relu"}]


def pool(k, stride):
    return [{"kind": "pool", "k": k, "stride": stride}]


def head(*sizes):
    layers = [{"kind": "flatten"}]
    for i, out in enumerate(sizes):
        layers += [{"kind": "relu"}] * (i > 0) + [{"kind": "fc", "out": out}]
    return layers


def architecture_layers(name):
    if name == "lenet5":
        return conv(6, 5) + pool(2, 2) + conv(16, 5) + pool(2, 2) + head(120, 84, 10)
    if name.startswith("alexnet"):
        g = {"groups": 2} if name.endswith("grouped") else {}
        first = conv(96, 11, stride=4) + pool(3, 2) + conv(256, 5, pad=2, **g) + pool(3, 2)
        last = conv(384, 3, pad=1) + conv(384, 3, pad=1, **g) + conv(256, 3, pad=1, **g) + pool(3, 2)
        return first + last + head(4096, 4096, 1000)
    blocks = {"vgg16": [2, 2, 3, 3, 3], "vgg19": [2, 2, 4, 4, 4]}.get(name)
    if blocks is None:
        raise ValueError("unknown net")
    layers = []
    for out, n in zip([64, 128, 256, 512, 512], blocks):
        for _ in range(n):
            layers += conv(out, 3, pad=1)
        layers += pool(2, 2)
    return layers + head(4096, 4096, 1000)
