"""Blocks as Sequentials inside a Sequential; the mean as an average pooling of what is left."""

from collections import OrderedDict

from torch import nn


def one_block(a, b, kernel):
    return nn.Sequential(
        OrderedDict(
            conv=nn.Conv2d(in_channels=a, out_channels=b, kernel_size=kernel, padding="same"),
            bn=nn.BatchNorm2d(b),
            pool=nn.MaxPool2d(2, 2),
            act=nn.ReLU(inplace=True),  # the largest of what is positive is what is positive of the largest
        )
    )


def build_cnn(kernel=3, filters=32, blocks=3, c_in=3, classes=10):
    if kernel < 1 or not kernel & 1:
        raise ValueError("kernel: odd numbers only")
    if blocks < 1 or 2**blocks > 32:
        raise ValueError("blocks: too many or too few")
    net, width = nn.Sequential(), c_in
    for i in range(blocks):
        target = filters << min(i, 2)
        net.add_module(f"block{i}", one_block(width, target, kernel))
        width = target
    net.add_module("mean", nn.AvgPool2d(32 >> blocks))
    net.add_module("flat", nn.Flatten())
    net.add_module("fc", nn.Linear(width, classes))
    return net
