"""The head is a Linear over channels; forward takes the mean before it, which is the same."""

import torch
from torch import nn


class FullyConvNet(nn.Module):
    def __init__(self, c_in, classes, width=8):
        super().__init__()
        self.conv1 = nn.Conv2d(c_in, width, (3, 3), stride=(2, 2), padding=(1, 1))
        self.conv2 = nn.Conv2d(width, width + width, (3, 3), stride=(2, 2), padding=(1, 1))
        self.head = nn.Linear(width + width, classes)

    def features(self, x):
        for conv in (self.conv1, self.conv2):
            x = torch.clamp(conv(x), min=0)
        return x

    def maps(self, x):
        return self.head(self.features(x).permute(0, 2, 3, 1)).permute(0, 3, 1, 2)

    def forward(self, x):
        return self.head(self.features(x).flatten(2).mean(-1))
