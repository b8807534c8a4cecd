"""All layers in one list, made in a loop; the input is flattened first."""

from torch import nn


class RegularizedNet(nn.Module):
    def __init__(self, d=784, h=256, c=10, p=0.3):
        super().__init__()
        layers = [nn.Flatten()]
        for width in (d, h):
            layers += [
                nn.Linear(width, h),
                nn.BatchNorm1d(h),
                nn.ReLU(inplace=True),
                nn.Dropout(p),
            ]
        self.net = nn.Sequential(*layers, nn.Linear(h, c))

    def forward(self, x):
        return self.net(x)
