import math

import pytest

from autograder.suite import assert_equal, definition, leaves_arguments, points

SIZES = {
    "lenet5": (1, 32, 32),
    "alexnet": (3, 227, 227),
    "alexnet_grouped": (3, 227, 227),
    "vgg16": (3, 224, 224),
    "vgg19": (3, 224, 224),
}


def plain(rows):
    return [(tuple(shape), count) for shape, count in rows]


def settled(layer):
    """A layer with the defaults filled in: pools of 2 and of 3 may well give maps of one size."""
    defaults = {"conv": {"stride": 1, "pad": 0, "groups": 1}, "pool": {"stride": layer.get("k"), "pad": 0}}
    return {**defaults.get(layer["kind"], {}), **layer}


def draw(rng):
    """A net with every kind of layer, and an image of which the pools leave something over."""
    groups = 2
    c = groups * int(rng.integers(2, 4))
    layers = [
        {"kind": "conv", "out": c, "k": 3, "stride": 2, "pad": 1},
        {"kind": "relu"},
        {"kind": "pool", "k": 3, "stride": 2, "pad": 1},
        {"kind": "conv", "out": groups * int(rng.integers(4, 7)), "k": 5, "pad": 2, "groups": groups},
        {"kind": "pool", "k": 2},
        {"kind": "conv", "out": int(rng.integers(4, 9)), "k": 2},
    ]
    head = [{"kind": "fc", "out": int(rng.integers(5, 9))}, {"kind": "relu"}, {"kind": "fc", "out": 3}, {"kind": "softmax"}]
    return layers, head, (int(rng.integers(2, 5)), 47, 42)


@points(3)
def test_shapes_and_parameters(student, reference, rng):
    """Every layer has the right shape and the right number of parameters, with flatten and with a global mean."""
    for join in ("flatten", "gap"):
        layers, head, shape = draw(rng)
        net = [*layers, {"kind": join}, *head]
        got = plain(student.cnn_layer_summary(net, shape))
        assert_equal(got, reference.cnn_layer_summary(net, shape), "shapes and parameters")


@definition
def test_what_depends_on_the_size_of_the_image(student, rng):
    """On a larger image the convolutions have as many parameters as before, and the first fc after a flatten has more."""
    layers, head, (c, h, w) = draw(rng)
    net = [*layers, {"kind": "flatten"}, *head]
    small, large = (plain(student.cnn_layer_summary(net, (c, h * f, w * f))) for f in (1, 2))
    convs = [i for i, layer in enumerate(layers) if layer["kind"] == "conv"]
    assert_equal([large[i][1] for i in convs], [small[i][1] for i in convs], "parameters of the convolutions")
    first = len(layers) + 1
    sizes = [math.prod(rows[first - 2][0]) for rows in (small, large)]
    assert_equal([small[first][1], large[first][1]], [head[0]["out"] * (n + 1) for n in sizes], "parameters of the first fc")


@definition
def test_a_worked_example(student):
    """128 x 128 x 3: 32 kernels of 5 x 5 with padding 2, pool 2, 64 and 128 kernels of 3 x 3, global mean."""
    layers = [
        {"kind": "conv", "out": 32, "k": 5, "pad": 2},
        {"kind": "pool", "k": 2},
        {"kind": "conv", "out": 64, "k": 3, "stride": 2},
        {"kind": "conv", "out": 128, "k": 3, "pad": 1},
        {"kind": "gap"},
    ]
    expected = [((32, 128, 128), 2432), ((32, 64, 64), 0), ((64, 31, 31), 18496), ((128, 31, 31), 73856), ((128,), 0)]
    assert_equal(plain(student.cnn_layer_summary(layers, (3, 128, 128))), expected, "shapes and parameters")
    tall = plain(student.cnn_layer_summary([{"kind": "conv", "out": 3, "k": 5}], (1, 5, 6)))
    assert_equal(tall, [((3, 1, 2), 78)], "a kernel as high as the image")
    smallest = {"kind": "conv", "out": 1, "k": 1, "stride": 1, "pad": 0, "groups": 1}
    assert_equal(plain(student.cnn_layer_summary([smallest], (3, 4, 5))), [((1, 4, 5), 4)], "one kernel of one pixel")
    for pool in ({"kind": "pool", "k": 2}, {"kind": "pool", "k": 3, "stride": 2}):
        assert_equal(
            plain(student.cnn_layer_summary([pool], (4, 13, 14))), [((4, 6, (14 - pool["k"]) // 2 + 1), 0)], "13 pooled"
        )


@points(2)
@leaves_arguments
def test_classic_nets_layer_by_layer(student, reference):
    """Settings, feature sizes and parameters of the five nets, layer by layer."""
    for name, shape in SIZES.items():
        layers = student.architecture_layers(name)
        got = reference.cnn_layer_summary(layers, shape)
        assert_equal(got, reference.cnn_layer_summary(reference.architecture_layers(name), shape), f"the layers of {name}")
        settings = [settled(layer) for layer in layers]
        assert_equal(settings, [settled(layer) for layer in reference.architecture_layers(name)], f"settings of {name}")


@definition
@points(2)
def test_numbers_of_parameters(student):
    """LeNet-5 has 61706 parameters, AlexNet 62378344 or, grouped, 60965224, VGG 138357544 and 143667240."""
    totals = []
    for name, shape in SIZES.items():
        rows = student.cnn_layer_summary(student.architecture_layers(name), shape)
        totals.append(sum(count for _, count in rows))
    assert_equal(totals, [61706, 62378344, 60965224, 138357544, 143667240], "numbers of parameters")


def test_unknown_names(student):
    """An unknown kind or name raises ValueError; a known one does not."""
    for kind in ("sigmoid", "batchnorm"):
        with pytest.raises(ValueError):
            student.cnn_layer_summary([{"kind": "relu"}, {"kind": kind}], (2, 4, 5))
    for name in ("resnet", "vgg"):
        with pytest.raises(ValueError):
            student.architecture_layers(name)
    rows = student.cnn_layer_summary([{"kind": "relu"}, {"kind": "softmax"}], (2, 4, 5))
    assert_equal(plain(rows), [((2, 4, 5), 0), ((2, 4, 5), 0)], "a net of ReLU and softmax")
