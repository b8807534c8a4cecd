"""One Sequential that ends with Flatten."""

from torch import nn


class DCGANDiscriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 64, 4, 2, 1, bias=False),
            nn.LeakyReLU(0.2),
            nn.Conv2d(64, 128, 4, 2, 1, bias=False),
            nn.BatchNorm2d(128),
            nn.LeakyReLU(0.2),
            nn.Conv2d(128, 256, 3, 2, 1, bias=False),
            nn.BatchNorm2d(256),
            nn.LeakyReLU(0.2),
        )
        self.head = nn.Sequential(nn.Conv2d(256, 1, 4, bias=False), nn.Flatten())

    def forward(self, x):
        return self.head(self.features(x)).squeeze(1)
