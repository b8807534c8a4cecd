from autograder.suite import Mistake

POOLED = "shape = (shape[0], *((n + 2 * pad - k) // stride + 1 for n in shape[1:]))"

MISTAKES = [
    Mistake(
        "cnn_layer_summary/ceil-pool",
        old=POOLED,
        new="shape = (shape[0], *(-(-(n + 2 * pad - k) // stride) + 1 for n in shape[1:]))",
        hint="Your pools round up. A window that does not fit entirely is dropped.",
    ),
    Mistake(
        "cnn_layer_summary/pool-channels",
        old=POOLED,
        new="shape = (shape[0] // stride, *((n + 2 * pad - k) // stride + 1 for n in shape[1:]))",
        hint="Pooling makes your channels fewer. It makes maps smaller; their number stays.",
    ),
    Mistake(
        "cnn_layer_summary/flatten-spatial",
        old="shape = (math.prod(shape),)",
        new="shape = (math.prod(shape[1:]),)",
        hint="Your flatten keeps H * W numbers. All channels are flattened: C * H * W.",
    ),
    Mistake(
        "cnn_layer_summary/gap-keeps-space",
        old="shape = shape[:1]",
        new="shape = (math.prod(shape),)",
        hint="After the global mean your fc still sees all pixels. How many entries does that mean leave?",
    ),
    Mistake(
        "cnn_layer_summary/softmax-params",
        old='elif kind not in ("relu", "softmax"):',
        new='elif kind == "softmax":\n            params = shape[0] * (shape[0] + 1)\n        elif kind not in ("relu",):',
        hint="You count weights for softmax. It has none: the weights before it belong to the fc.",
    ),
    Mistake(
        "cnn_layer_summary/groups-ignored",
        old='(shape[0] // layer.get("groups", 1) * k * k + 1)',
        new="(shape[0] * k * k + 1)",
        hint="The kernels of a grouped convolution see all channels. They see those of their own group only.",
    ),
    Mistake(
        "cnn_layer_summary/alexnet-pad",
        old='layers += [{"kind": "conv", "out": 96, "k": 11, "stride": 4}, relu, pool]',
        new='layers += [{"kind": "conv", "out": 96, "k": 11, "stride": 4, "pad": 1}, relu, pool]',
        also=(('pool = {"kind": "pool", "k": 3, "stride": 2}', 'pool = {"kind": "pool", "k": 3, "stride": 2, "pad": 1}'),),
        hint="In AlexNet the sizes of the maps go wrong from the start. On 227 pixels the first convolution and "
        "the pools need no padding: 55, 27, 13 and 6.",
    ),
    Mistake(
        "cnn_layer_summary/pool-two",
        old='pool = {"kind": "pool", "k": 3, "stride": 2}',
        new='pool = {"kind": "pool", "k": 2, "stride": 2}',
        hint="AlexNet's pools have windows of 3 with stride 2: they overlap.",
    ),
    Mistake(
        "cnn_layer_summary/vgg19-as-16",
        old='later = 3 if name == "vgg16" else 4',
        new="later = 3",
        hint="Your VGG-19 is VGG-16. The last three blocks of VGG-19 have four convolutions each.",
    ),
    Mistake(
        "cnn_layer_summary/ungrouped",
        old='groups = 2 if name == "alexnet_grouped" else 1',
        new="groups = 1",
        hint="Your grouped AlexNet has no groups. Convolutions 2, 4 and 5 have two.",
    ),
    Mistake(
        "cnn_layer_summary/fc-9216",
        old="dense = (4096, 4096, 1000)\n    elif name in",
        new="dense = (9216, 4096, 4096, 1000)\n    elif name in",
        hint="9216 is the number of features after the flatten of AlexNet, not a layer of its own.",
    ),
    Mistake(
        "cnn_layer_summary/lenet-same",
        old='{"kind": "conv", "out": out, "k": 5}, relu',
        new='{"kind": "conv", "out": out, "k": 5, "pad": 2}, relu',
        hint="The convolutions of your LeNet-5 are padded. They are not: 32, 28, 14, 10, 5.",
    ),
]
