"""One Sequential, with the layers chosen from dictionaries."""

from torch import nn


class LeNet5(nn.Module):
    def __init__(self, in_channels=1, classes=10, pool="avg", act="tanh"):
        super().__init__()
        poolings, activations = {"avg": nn.AvgPool2d, "max": nn.MaxPool2d}, {"tanh": nn.Tanh, "relu": nn.ReLU}
        if pool not in poolings or act not in activations:
            raise ValueError("pool is avg or max, act is tanh or relu")
        act, pool = activations[act], poolings[pool]
        self.features = nn.Sequential(
            nn.Conv2d(in_channels, 6, kernel_size=5), act(), pool(2), nn.Conv2d(6, 16, kernel_size=5), act(), pool(2, 2)
        )
        self.classifier = nn.Sequential(
            nn.Flatten(), nn.Linear(16 * 5 * 5, 120), act(), nn.Linear(120, 84), act(), nn.Linear(84, classes)
        )

    def forward(self, x):
        return self.classifier(self.features(x))
