"""Down the tree, through .data."""

from torch import nn
from torch.nn.modules.batchnorm import _BatchNorm
from torch.nn.modules.conv import _ConvNd


def dcgan_init(module, generator):
    if isinstance(module, _ConvNd):
        module.weight.data.normal_(mean=0, std=2e-2, generator=generator)
    if isinstance(module, _BatchNorm) and isinstance(module.weight, nn.Parameter):
        module.weight.data.normal_(mean=1, std=2e-2, generator=generator)
        module.bias.data.zero_()
    for child in module.children():
        dcgan_init(child, generator)
