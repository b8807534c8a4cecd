"""All layers in one Sequential that is built by appending."""

from torch import nn


class VGGBlock(nn.Module):
    def __init__(self, n, c_in, c_out):
        super().__init__()
        if n <= 0:
            raise ValueError("n must be positive")
        layers = []
        for _ in range(n):
            layers += [nn.Conv2d(c_in, c_out, kernel_size=3, padding="same"), nn.ReLU(inplace=True)]
            c_in = c_out
        self.net = nn.Sequential(*layers, nn.MaxPool2d(kernel_size=2, stride=2))

    def forward(self, x):
        return self.net(x)
