"""Layers one by one, the function form of dropout told the mode, and dropout in front of the ReLU, where it does the same."""

import torch
from torch import nn


class RegularizedNet(nn.Module):
    def __init__(self, d=784, h=256, c=10, p=0.3):
        super().__init__()
        self.fc1 = nn.Linear(d, h)
        self.bn1 = nn.BatchNorm1d(h)
        self.fc2 = nn.Linear(h, h)
        self.bn2 = nn.BatchNorm1d(h)
        self.out = nn.Linear(h, c)
        self.p = p

    def forward(self, x):
        for fc, bn in ((self.fc1, self.bn1), (self.fc2, self.bn2)):
            x = torch.relu(nn.functional.dropout(bn(fc(x)), self.p, training=self.training))
        return self.out(x)
