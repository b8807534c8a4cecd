"""One Sequential, blocks made by a function."""

from torch import nn


def block(c_in, c_out, kernel, stride, padding):
    return [nn.ConvTranspose2d(c_in, c_out, kernel, stride, padding, bias=False), nn.BatchNorm2d(c_out), nn.ReLU(True)]


class DCGANGenerator(nn.Module):
    def __init__(self, k=100):
        super().__init__()
        self.net = nn.Sequential(
            *block(k, 256, 4, 1, 0),
            *block(256, 128, 3, 2, 1),
            *block(128, 64, 4, 2, 1),
            nn.ConvTranspose2d(64, 1, 4, 2, 1, bias=False),
            nn.Tanh(),
        )

    def forward(self, z):
        return self.net(z)
