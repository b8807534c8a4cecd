"""The references of 05: bad input raises a ValueError that names its argument, and large scores do not overflow."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
import torch
from torch import nn

from reference.convolution.avgpool2d import avgpool2d_backward, avgpool2d_forward, global_avg_pool, global_avg_pool_backward
from reference.convolution.basic_block import BasicBlock
from reference.convolution.bn_resnet import (
    batchnorm2d_backward,
    batchnorm2d_forward,
    bn_resnet_loss_and_grads,
    momentum_step,
    train_bn_resnet,
)
from reference.convolution.build_cnn import build_cnn
from reference.convolution.compound_scaling import compound_scaling, largest_phi
from reference.convolution.conv2d import conv2d_backward, conv2d_forward
from reference.convolution.conv_counts import conv_macs, conv_param_count
from reference.convolution.conv_transpose2d import conv_transpose2d_backward, conv_transpose2d_forward
from reference.convolution.convnext_block import ConvNeXtBlock
from reference.convolution.deformable import deformable_conv2d
from reference.convolution.dense_block import DenseBlock
from reference.convolution.depthwise import (
    depthwise_conv2d_backward,
    depthwise_conv2d_forward,
    depthwise_separable_conv,
    pointwise_conv_forward,
)
from reference.convolution.equivariance import equivariance_gap
from reference.convolution.fast_conv import conv2d_im2col_backward, conv2d_im2col_forward
from reference.convolution.fc_as_conv import fc_as_conv
from reference.convolution.feature_maps import feature_maps
from reference.convolution.fully_conv_net import FullyConvNet
from reference.convolution.handcrafted import handcrafted_kernel
from reference.convolution.im2col import col2im, im2col
from reference.convolution.inception_block import InceptionBlock
from reference.convolution.interpolation import upsample_interp
from reference.convolution.layer_summary import architecture_layers, cnn_layer_summary
from reference.convolution.lenet5 import LeNet5
from reference.convolution.maxpool2d import maxpool2d_backward, maxpool2d_forward
from reference.convolution.numpy_resnet import resnet_loss_and_grads
from reference.convolution.output_size import conv_output_size
from reference.convolution.receptive_field import receptive_field
from reference.convolution.residual_block import residual_block_backward, residual_block_forward
from reference.convolution.signal_convolve import signal_convolve
from reference.convolution.simple_cnn import cnn_loss_and_grads
from reference.convolution.train_cnn import DigitCNN, cnn_step, train_cnn_digits
from reference.convolution.train_deep import DeepNet, train_deep_residual
from reference.convolution.unet import UNet
from reference.convolution.upsampling import max_unpool2d, upsample_nearest, upsample_nearest_backward
from reference.convolution.vgg_block import VGGBlock

X = np.ones((2, 3, 4, 5))
B = np.zeros(6)
W = np.ones((6, 3, 3, 3))
NAN = float("nan")
IMAGES = torch.ones(2, 3, 8, 8)
DIGITS = torch.ones(2, 1, 8, 8)


def net(c=2):
    """Arrays for `cnn_loss_and_grads` with images of 1 x 4 x 4."""
    return {"w": np.ones((c, 1, 3, 3)), "b": np.zeros(c), "W": np.ones((4 * c, c + 1)), "c": np.zeros(c + 1)}


def plain_net(c=2, blocks=1):
    kernels, zeros = np.ones((c, c, 3, 3)), np.zeros(c)
    head = (np.ones((c, 3)), np.zeros(3))
    return {"stem": (np.ones((c, 1, 3, 3)), zeros), "blocks": [(kernels, zeros, kernels, zeros)] * blocks, "head": head}


def normed_net(c=2, blocks=1):
    kernels, ones, zeros = np.ones((c, c, 3, 3)), np.ones(c), np.zeros(c)
    unit = (kernels, ones, zeros)
    return {"stem": (np.ones((c, 1, 3, 3)), ones, zeros), "blocks": [unit * 2] * blocks, "head": (np.ones((c, 3)), np.zeros(3))}


def digits(n=2, labels=(0, 9), dtype=np.float32):
    return {"x_train": np.ones((n, 1, 8, 8), dtype=dtype), "y_train": np.array(labels)}


def step(y, x=DIGITS):
    model = DigitCNN()
    return cnn_step(model, torch.optim.SGD(model.parameters(), 0.1), x, torch.as_tensor(y))


class Unused(nn.Module):
    """A model with a layer that it does not call."""

    def __init__(self):
        super().__init__()
        self.used, self.spare = nn.Linear(8, 2), nn.Linear(8, 2)

    def forward(self, x):
        return self.used(x)


LOSSES = ((cnn_loss_and_grads, net), (resnet_loss_and_grads, plain_net), (bn_resnet_loss_and_grads, normed_net))
SMALL = np.ones((2, 1, 4, 4))
TRAININGS = (train_cnn_digits, train_deep_residual, train_bn_resnet)

BAD = {
    "k": [
        lambda: conv_output_size(4, 5),
        lambda: conv_macs(8, 2, 1, 1, 3),
        lambda: conv_macs(2, 8, 1, 1, 3),
        lambda: maxpool2d_forward(X, 5),
        lambda: avgpool2d_forward(X, 5),
    ],
    "w": [
        lambda: conv2d_forward(X, np.ones((6, 2, 3, 3)), B),
        lambda: conv2d_forward(X, np.ones((6, 3, 5, 3)), B),
        lambda: conv2d_forward(X, np.ones((6, 3, 3, 3)), B, dilation=2),
        lambda: conv2d_im2col_forward(X, np.ones((6, 2, 3, 3)), B),
        lambda: conv_transpose2d_forward(X, np.ones((2, 6, 3, 3)), B),
        lambda: depthwise_conv2d_forward(X, np.ones((2, 3, 3)), B[:2]),
        lambda: pointwise_conv_forward(X, np.ones((6, 2)), B),
        lambda: deformable_conv2d(X[0], np.ones((6, 3, 2, 2)), np.zeros((4, 2, 4, 5))),
        lambda: deformable_conv2d(X[0], np.ones((6, 2, 3, 3)), np.zeros((9, 2, 4, 5))),
        lambda: deformable_conv2d(X[0], np.ones((6, 3, 3, 1)), np.zeros((9, 2, 4, 5))),
        lambda: equivariance_gap(X[0, 0], np.ones((2, 2)), (1, 1)),
        lambda: signal_convolve(np.ones(3), np.ones(4), "valid"),
        lambda: signal_convolve(np.ones(3), np.ones(2), "same"),
    ],
    "kh": [lambda: im2col(X, 5, 2, 1, 0), lambda: im2col(X, 2, 6, 1, 0)],
    "cols": [lambda: col2im(np.ones((5, 12)), X.shape, 2, 2, 1, 0)],
    "groups": [
        lambda: conv_param_count(3, 4, 1, 1, 2),
        lambda: conv_macs(8, 8, 4, 3, 1, groups=2),
        lambda: conv2d_im2col_forward(X, np.ones((6, 1, 3, 3)), B, groups=2),
    ],
    "offset": [lambda: deformable_conv2d(X[0], np.ones((6, 3, 3, 3)), np.zeros((9, 2, 5, 4)))],
    "input_shape": [lambda: cnn_layer_summary([], (3, 8)), lambda: cnn_layer_summary([], (3, 0, 8))],
    "out_hw": [lambda: max_unpool2d(X, np.zeros(X.shape, dtype=int), (-4, -4))],
    "x": [lambda: global_avg_pool(X[:, :, :0])],
    "w1": [lambda: residual_block_forward(X, W, B[:3], W[:3], B[:3])],
    "b1": [lambda: residual_block_forward(X, W[:3], B, W[:3], B[:3])],
    "w2": [lambda: residual_block_forward(X, W[:3], B[:3], W[:3, :2], B[:3])],
    "b2": [lambda: residual_block_forward(X, W[:3], B[:3], W[:3], B)],
    "X": [lambda: cnn_loss_and_grads(net(), np.ones((2, 1, 5, 4)), np.array([0, 1]))],
    "names": [lambda: feature_maps(Unused(), torch.ones(2, 8), ["spare"])],
    "index": [
        lambda: max_unpool2d(X, np.full(X.shape, 80), (8, 10)),
        lambda: max_unpool2d(X, np.full(X.shape, -1), (8, 10)),
        lambda: max_unpool2d(X, np.zeros(X.shape), (8, 10)),
        lambda: max_unpool2d(X, np.zeros((2, 3, 4, 4), dtype=int), (8, 10)),
    ],
    "f": [lambda: upsample_nearest(X, 0)],
    "mode": [lambda: upsample_interp(X, 2, "nearest"), lambda: signal_convolve(np.ones(3), np.ones(1), "half")],
    "border": [lambda: equivariance_gap(X[0, 0], np.ones((3, 3)), (1, 1), "reflect")],
    "alpha": [lambda: compound_scaling(1, 0, 1.1, 1.1), lambda: largest_phi(2.0, 1.0, 1.0, 1.0)],
    "beta": [lambda: compound_scaling(1, 1.1, -1, 1.1)],
    "gamma": [lambda: compound_scaling(1, 1.1, 1.1, 0)],
    "budget": [lambda: largest_phi(0.0, 1.2, 1.1, 1.1)],
    "kind": [lambda: cnn_layer_summary([{"kind": "sigmoid"}], (3, 8, 8))],
    "layers": [
        lambda: receptive_field([(3, 1, 1), (0, 1, 1)]),
        lambda: receptive_field([(3, 0, 1)]),
        lambda: receptive_field([(3, 1, NAN)]),
        lambda: cnn_layer_summary([{"kind": "conv", "out": 2, "k": 1, "stride": 0}], (3, 8, 8)),
        lambda: cnn_layer_summary([{"kind": "conv", "out": 2, "k": 1, "groups": 0}], (3, 8, 8)),
        lambda: cnn_layer_summary([{"kind": "conv", "out": 2, "k": 1, "groups": 2}], (3, 8, 8)),
        lambda: cnn_layer_summary([{"kind": "conv", "out": 2, "k": 1, "groups": 3}], (3, 8, 8)),
        lambda: cnn_layer_summary([{"kind": "pool", "k": 0}], (3, 8, 8)),
        lambda: cnn_layer_summary([{"kind": "pool", "k": 2, "pad": -1}], (3, 8, 8)),
        lambda: cnn_layer_summary([{"kind": "fc", "out": 2}], (3, 8, 8)),
        lambda: cnn_layer_summary([{"kind": "flatten"}, {"kind": "conv", "out": 2, "k": 1}], (3, 8, 8)),
        lambda: cnn_layer_summary([{"kind": "relu"}, {"kind": "conv", "out": 2, "k": 5}], (3, 8, 4)),
        lambda: cnn_layer_summary([{"kind": "pool", "k": 2}] * 3, (3, 4, 8)),
    ],
    "name": [lambda: architecture_layers("resnet"), lambda: handcrafted_kernel("gauss")],
    "W": [lambda: fc_as_conv(np.ones((7, 2)), np.ones(2), (2, 2, 2))],
    "b": [lambda: fc_as_conv(np.ones((8, 2)), np.ones(3), (2, 2, 2))],
    "pool": [lambda: LeNet5(pool="sum")],
    "act": [lambda: LeNet5(act="gelu")],
    "n": [lambda: VGGBlock(0, 3, 3)],
    "depth": [lambda: UNet(1, 2, depth=0)],
    "kernel": [lambda: build_cnn(kernel=4)],
    "blocks": [lambda: build_cnn(blocks=6)],
}


@pytest.mark.parametrize(("name", "call"), [(name, call) for name, calls in BAD.items() for call in calls])
def test_bad_input_is_refused_by_its_name(name, call):
    with pytest.raises(ValueError, match=rf"\b{name}\b"):
        call()


# A function, arguments that it takes, and by their names the values that it refuses.
VALUES = [
    (
        conv_output_size,
        (8, 3),
        {"n": (0, NAN), "k": (0, -1), "stride": (0, -1), "pad": (-1,), "dilation": (0,), "output_pad": (-1,)},
    ),
    (conv_output_size, (2, 2, 1, 2, 1, True), {"pad": (2, 5)}),
    (conv_param_count, (4, 4, 3, 3), {"c_in": (0, NAN), "c_out": (0,), "kh": (0,), "kw": (-1,), "groups": (0, -1)}),
    (conv_macs, (8, 8, 4, 4, 3), {"h": (0,), "w": (-1,), "c_in": (0,), "c_out": (0,), "k": (0,), "stride": (0,), "pad": (-1,)}),
    (conv_macs, (8, 8, 4, 4, 3), {"groups": (0, NAN)}),
    (conv2d_forward, (X, W, B), {"stride": (0, -1, NAN), "pad": (-1,), "dilation": (0,), "b": (B[:1], B[:5])}),
    (conv2d_im2col_forward, (X, W, B), {"stride": (0,), "pad": (-1,), "groups": (0, -1), "b": (B[:5],)}),
    (im2col, (X, 2, 2, 1, 0), {"kh": (0,), "kw": (0,), "stride": (0,), "pad": (-1,)}),
    (col2im, (np.ones((24, 12)), X.shape, 2, 2, 1, 0), {"kh": (0,), "kw": (0,), "stride": (0,), "pad": (-1,)}),
    (maxpool2d_forward, (X, 2), {"k": (0, -1), "stride": (0, -1), "pad": (-1, 2, 3)}),
    (avgpool2d_forward, (X, 2), {"k": (0, -1), "stride": (0, -1)}),
    (conv_transpose2d_forward, (X, np.ones((3, 6, 3, 3)), B), {"stride": (0,), "pad": (-1, 3, 9), "b": (B[:5],)}),
    (depthwise_conv2d_forward, (X, W[:3, 0], B[:3]), {"stride": (0,), "pad": (-1,), "b": (B[:2],), "w": (np.ones((3, 5, 5)),)}),
    (pointwise_conv_forward, (X, W[..., 0, 0], B), {"b": (B[:5],)}),
    (
        depthwise_separable_conv,
        (X, W[:3, 0], W[..., 0, 0], B),
        {"w_dw": (W[:2, 0],), "w_pw": (np.ones((6, 2)),), "stride": (0,)},
    ),
    (upsample_nearest, (X,), {"f": (-1, NAN)}),
    (upsample_interp, (X,), {"f": (0, -1, NAN)}),
    (signal_convolve, (np.ones(3), np.ones(3)), {"x": (np.ones(0),), "w": (np.ones(0),), "dt": (0.0, -1.0, NAN)}),
    (equivariance_gap, (np.ones((6, 6)), np.ones((3, 3)), (1, 1)), {"stride": (0, -1, 4), "w": (np.ones((3, 5)),)}),
    (equivariance_gap, (np.ones((6, 6)), np.ones((3, 3)), (1, 1), "zero"), {"stride": (2,), "shift": ((2, 0), (0, 9))}),
    (fc_as_conv, (np.ones((8, 2)), np.ones(2), (2, 2, 2)), {"chw": ((-2, -2, 2), (0, 2, 2))}),
    (batchnorm2d_forward, (X, B[:3], B[:3]), {"x": (X[:0],), "gamma": (B,), "beta": (B[:1],), "eps": (-1.0, NAN)}),
    (BasicBlock, (2, 2), {"c_in": (0,), "c_out": (0,), "stride": (0, NAN)}),
    (ConvNeXtBlock, (2,), {"dim": (0, -1)}),
    (DenseBlock, (2, 2, 2), {"c_in": (0,), "growth": (0,), "n": (-1,)}),
    (FullyConvNet, (2, 2), {"c_in": (0,), "classes": (0,), "width": (0,)}),
    (InceptionBlock, (2,) * 7, dict.fromkeys(("c_in", "c1", "r3", "c3", "r5", "c5", "cp"), (0, -1))),
    (LeNet5, (), {"in_channels": (0,), "classes": (0,)}),
    (UNet, (2, 2), {"c_in": (0,), "classes": (0,), "base": (0,)}),
    (VGGBlock, (2, 2, 2), {"c_in": (0,), "c_out": (0,)}),
    (DeepNet, (), {"blocks": (-1,), "width": (0,)}),
    (build_cnn, (), {"filters": (0,), "c_in": (0,), "classes": (0,)}),
    (train_cnn_digits, (digits(), 0), {"steps": (-1,)}),
    (train_deep_residual, (digits(), 0), {"steps": (-1,), "blocks": (-1,)}),
    (train_bn_resnet, (digits(), 0), {"steps": (-1,), "blocks": (-1,), "width": (0,)}),
]


@pytest.mark.parametrize(("function", "given", "bad"), VALUES, ids=[row[0].__name__ for row in VALUES])
def test_bad_values_are_refused_by_name(function, given, bad):
    names = inspect.signature(function).bind_partial(*given).arguments
    for name, values in bad.items():
        for value in values:
            with pytest.raises(ValueError, match=rf"\b{name}\b"):
                function(**{**names, name: value})


BACKWARDS = [
    (conv2d_forward, conv2d_backward, X, W, B),
    (conv2d_im2col_forward, conv2d_im2col_backward, X, W, B),
    (conv_transpose2d_forward, conv_transpose2d_backward, X, np.ones((3, 6, 3, 3)), B),
    (depthwise_conv2d_forward, depthwise_conv2d_backward, X, W[:3, 0], B[:3]),
    (maxpool2d_forward, maxpool2d_backward, X, 2),
    (avgpool2d_forward, avgpool2d_backward, X, 2),
    (global_avg_pool, global_avg_pool_backward, X),
    (upsample_nearest, upsample_nearest_backward, X, 2),
    (batchnorm2d_forward, batchnorm2d_backward, X, B[:3], B[:3]),
    (residual_block_forward, residual_block_backward, X, W[:3], B[:3], W[:3], B[:3]),
]


@pytest.mark.parametrize("row", BACKWARDS, ids=[row[1].__name__ for row in BACKWARDS])
def test_gradients_of_another_shape_are_refused(row):
    forward, backward, *given = row
    out, cache = forward(*given)
    backward(np.ones(out.shape), cache)
    for shape in ((*out.shape[:-1], out.shape[-1] - 1), (*out.shape[:-1], out.shape[-1] + 1), (1, *out.shape[1:])):
        with pytest.raises(ValueError, match=r"\bdout\b"):
            backward(np.ones(shape), cache)


@pytest.mark.parametrize(("loss", "arrays"), LOSSES, ids=[loss.__name__ for loss, _ in LOSSES])
def test_losses_refuse_what_does_not_fit(loss, arrays):
    for dtype in (np.uint8, np.int16, np.int64):
        assert np.isfinite(loss(arrays(), SMALL, np.array([0, 2], dtype=dtype))[0])
    assert np.isfinite(loss(arrays(), SMALL[:1], np.array([2]))[0])
    for y in ([0, 3], [0, -1], [0], [0, 1, 2], [0.0, 1.0], [0, NAN], [[0], [1]]):
        with pytest.raises(ValueError, match=r"\by\b"):
            loss(arrays(), SMALL, np.array(y))
    with pytest.raises(ValueError, match=r"\bX\b"):
        loss(arrays(), SMALL[:0], np.zeros(0, dtype=int))
    for name, part in arrays(4).items():
        with pytest.raises(ValueError, match=r"\bparams\b"):
            loss({**arrays(), name: part}, SMALL, np.array([0, 2]))
    with pytest.raises(ValueError, match=r"\bparams\b"):
        loss(arrays(), np.ones((2, 2, 4, 4)), np.array([0, 2]))


@pytest.mark.parametrize("train", TRAININGS, ids=[train.__name__ for train in TRAININGS])
def test_trainings_refuse_what_cannot_be_learned(train):
    given = {} if train is train_cnn_digits else {"blocks": 1}
    assert train(digits(1, [9]), 0, steps=1, **given)["history"]["loss"]
    assert train(digits(2, np.array([0, 9], dtype=np.int32)), 0, steps=1, **given)["history"]["loss"]
    assert train(digits(), 0, steps=0, **given)["history"]["loss"] == []
    for bad in (digits(3), digits(0, np.zeros(0, dtype=int)), digits(2, [0, 10]), digits(2, [-1, 0]), digits(2, [0.0, 1.0])):
        with pytest.raises(ValueError, match=r"\bdata\b"):
            train(bad, 0, steps=1, **given)


def test_a_training_step_refuses_what_has_no_class():
    for y in (np.array([0, 9]), np.array([0, 9], dtype=np.int32), np.array([0, 9], dtype=np.uint8)):
        assert step(y) > 0
    for y in ([0, 10], [0, -1], [0, -100], [0], [0.0, 1.0]):
        with pytest.raises(ValueError, match=r"\by\b"):
            step(y)
    with pytest.raises(ValueError, match=r"\bx\b"):
        step(torch.zeros(0, dtype=torch.long), DIGITS[:0])


def test_steps_of_nets_that_are_not_alike_are_refused():
    one, two = normed_net(), normed_net(blocks=2)
    for name, trees in (("grads", (two, one, two)), ("velocity", (two, two, one)), ("grads", (one, normed_net(3), one))):
        with pytest.raises(ValueError, match=rf"\b{name}\b"):
            momentum_step(*trees, 0.1, 0.9)


NETS = [
    (BasicBlock(4, 4), IMAGES),
    (ConvNeXtBlock(4), IMAGES),
    (DenseBlock(4, 1, 0), IMAGES),
    (DenseBlock(4, 1, 1), IMAGES),
    (FullyConvNet(4, 2), IMAGES),
    (FullyConvNet(3, 2), IMAGES[:, :, :3]),
    (InceptionBlock(4, 1, 1, 1, 1, 1, 1), IMAGES),
    (LeNet5(3), IMAGES),
    (LeNet5(1), torch.ones(2, 3, 32, 32)),
    (UNet(4, 2), IMAGES),
    (UNet(3, 2), IMAGES[:, :, :6]),
    (VGGBlock(1, 4, 2), IMAGES),
    (VGGBlock(1, 3, 2), IMAGES[:, :, :1]),
    (DigitCNN(), IMAGES),
    (DigitCNN(), DIGITS[..., :4]),
    (DeepNet(blocks=0), IMAGES),
]


@pytest.mark.parametrize(("net", "x"), NETS, ids=[type(net).__name__ for net, _ in NETS])
def test_nets_refuse_images_that_do_not_fit(net, x):
    with pytest.raises(ValueError, match=r"\bx\b"):
        net(x)


@pytest.mark.parametrize("skip", [True, False])
def test_scores_in_the_thousands_do_not_overflow(skip):
    head = (np.zeros((2, 3)), np.array([2000.0, 0.0, -2000.0]))
    w, ones, zeros = np.ones((2, 1, 3, 3)), np.ones(2), np.zeros(2)
    x, y = np.arange(32.0).reshape(2, 1, 4, 4), np.array([0, 2])
    with np.errstate(over="raise", invalid="raise"):
        plain, _ = resnet_loss_and_grads({"stem": (w, zeros), "blocks": [], "head": head}, x, y, skip)
        normed, _ = bn_resnet_loss_and_grads({"stem": (w, ones, zeros), "blocks": [], "head": head}, x, y, skip)
    assert plain == normed == 2000.0
