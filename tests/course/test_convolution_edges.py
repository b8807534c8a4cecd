"""The references of 05: bad input raises a ValueError that names its argument, and large scores do not overflow."""

from __future__ import annotations

import numpy as np
import pytest

from reference.convolution.avgpool2d import avgpool2d_forward
from reference.convolution.bn_resnet import bn_resnet_loss_and_grads
from reference.convolution.build_cnn import build_cnn
from reference.convolution.compound_scaling import compound_scaling, largest_phi
from reference.convolution.conv2d import conv2d_forward
from reference.convolution.conv_counts import conv_macs, conv_param_count
from reference.convolution.conv_transpose2d import conv_transpose2d_forward
from reference.convolution.deformable import deformable_conv2d
from reference.convolution.depthwise import depthwise_conv2d_forward, depthwise_separable_conv, pointwise_conv_forward
from reference.convolution.equivariance import equivariance_gap
from reference.convolution.fast_conv import conv2d_im2col_forward
from reference.convolution.fc_as_conv import fc_as_conv
from reference.convolution.handcrafted import handcrafted_kernel
from reference.convolution.im2col import col2im, im2col
from reference.convolution.interpolation import upsample_interp
from reference.convolution.layer_summary import architecture_layers, cnn_layer_summary
from reference.convolution.lenet5 import LeNet5
from reference.convolution.maxpool2d import maxpool2d_forward
from reference.convolution.numpy_resnet import resnet_loss_and_grads
from reference.convolution.output_size import conv_output_size
from reference.convolution.signal_convolve import signal_convolve
from reference.convolution.unet import UNet
from reference.convolution.upsampling import max_unpool2d, upsample_nearest
from reference.convolution.vgg_block import VGGBlock

X = np.ones((2, 3, 4, 5))
B = np.zeros(6)

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
    "index": [lambda: max_unpool2d(X, np.zeros((2, 3, 4, 4), dtype=int), (8, 10))],
    "f": [lambda: upsample_nearest(X, 0)],
    "mode": [lambda: upsample_interp(X, 2, "nearest"), lambda: signal_convolve(np.ones(3), np.ones(1), "half")],
    "border": [lambda: equivariance_gap(X[0, 0], np.ones((3, 3)), (1, 1), "reflect")],
    "alpha": [lambda: compound_scaling(1, 0, 1.1, 1.1), lambda: largest_phi(2.0, 1.0, 1.0, 1.0)],
    "beta": [lambda: compound_scaling(1, 1.1, -1, 1.1)],
    "gamma": [lambda: compound_scaling(1, 1.1, 1.1, 0)],
    "budget": [lambda: largest_phi(0.0, 1.2, 1.1, 1.1)],
    "kind": [lambda: cnn_layer_summary([{"kind": "sigmoid"}], (3, 8, 8))],
    "layers": [
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


@pytest.mark.parametrize("skip", [True, False])
def test_scores_in_the_thousands_do_not_overflow(skip):
    head = (np.zeros((2, 3)), np.array([2000.0, 0.0, -2000.0]))
    w, ones, zeros = np.ones((2, 1, 3, 3)), np.ones(2), np.zeros(2)
    x, y = np.arange(32.0).reshape(2, 1, 4, 4), np.array([0, 2])
    with np.errstate(over="raise", invalid="raise"):
        plain, _ = resnet_loss_and_grads({"stem": (w, zeros), "blocks": [], "head": head}, x, y, skip)
        normed, _ = bn_resnet_loss_and_grads({"stem": (w, ones, zeros), "blocks": [], "head": head}, x, y, skip)
    assert plain == normed == 2000.0
