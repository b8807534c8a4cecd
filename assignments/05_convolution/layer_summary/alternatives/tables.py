"""A function for each kind, in a table; nets written as short texts."""


def size(n, k, stride, pad):
    return len(range(0, n + 2 * pad - k + 1, stride))


def conv(shape, out, k, stride=1, pad=0, groups=1):
    c, h, w = shape
    return (out, size(h, k, stride, pad), size(w, k, stride, pad)), out * (c // groups) * k**2 + out


def pool(shape, k, stride=None, pad=0):
    c, h, w = shape
    return (c, size(h, k, stride or k, pad), size(w, k, stride or k, pad)), 0


def flatten(shape):
    total = 1
    for n in shape:
        total *= n
    return (total,), 0


KINDS = {
    "conv": conv,
    "pool": pool,
    "relu": lambda shape: (shape, 0),
    "softmax": lambda shape: (shape, 0),
    "gap": lambda shape: ((shape[0],), 0),
    "flatten": flatten,
    "fc": lambda shape, out: ((out,), out * shape[0] + out),
}


def cnn_layer_summary(layers, input_shape):
    found, shape = [], tuple(input_shape)
    for layer in layers:
        options = dict(layer)
        kind = options.pop("kind")
        if kind not in KINDS:
            raise ValueError(kind)
        shape, count = KINDS[kind](shape, **options)
        found.append([shape, count])
    return found


NETS = {
    "lenet5": "c6.5.1.0.1 p2.2 c16.5.1.0.1 p2.2 f f120 f84 f10",
    "alexnet": "c96.11.4.0.1 p3.2 c256.5.1.2.1 p3.2 c384.3.1.1.1 c384.3.1.1.1 c256.3.1.1.1 p3.2 f f4096 f4096 f1000",
    "alexnet_grouped": "c96.11.4.0.1 p3.2 c256.5.1.2.2 p3.2 c384.3.1.1.1 c384.3.1.1.2 c256.3.1.1.2 p3.2 f f4096 f4096 f1000",
}
for name, counts in (("vgg16", (2, 2, 3, 3, 3)), ("vgg19", (2, 2, 4, 4, 4))):
    blocks = [f"c{c}.3.1.1.1 " * n + "p2.2" for c, n in zip((64, 128, 256, 512, 512), counts)]
    NETS[name] = " ".join([*blocks, "f f4096 f4096 f1000"])


def architecture_layers(name):
    if name not in NETS:
        raise ValueError(name)
    layers = []
    for word in NETS[name].split():
        numbers = [int(n) for n in word[1:].split(".") if n]
        if word[0] == "c":
            layers.append(dict(zip(("kind", "out", "k", "stride", "pad", "groups"), ("conv", *numbers))))
            layers.append({"kind": "relu"})
        elif word[0] == "p":
            layers.append({"kind": "pool", "k": numbers[0], "stride": numbers[1], "pad": 0})
        elif numbers:
            layers += [{"kind": "fc", "out": numbers[0]}, {"kind": "relu"}]
        else:
            layers.append({"kind": "flatten"})
    return layers[:-1]
