"""A Sequential up to the head, and an adaptive pooling behind it."""

from torch import nn


class FullyConvNet(nn.Module):
    def __init__(self, c_in, classes, width=8):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(c_in, width, 3, 2, 1),
            nn.ReLU(),
            nn.Conv2d(width, width * 2, 3, 2, 1),
            nn.ReLU(),
            nn.Conv2d(width * 2, classes, kernel_size=1),
        )
        self.pool = nn.Sequential(nn.AdaptiveAvgPool2d((1, 1)), nn.Flatten())

    def maps(self, x):
        return self.body(x)

    def forward(self, x):
        return self.pool(self.maps(x))
