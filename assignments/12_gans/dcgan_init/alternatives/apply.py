"""By `apply`, with names of classes."""

import torch


def dcgan_init(module, generator):
    def visit(layer):
        kind = type(layer).__name__
        with torch.no_grad():
            if kind.startswith("Conv"):
                layer.weight.copy_(0.02 * torch.randn(layer.weight.shape, generator=generator))
            elif kind.startswith("BatchNorm") and layer.weight is not None:
                layer.weight.copy_(1 + 0.02 * torch.randn(layer.weight.shape, generator=generator))
                layer.bias.fill_(0.0)

    module.apply(visit)
