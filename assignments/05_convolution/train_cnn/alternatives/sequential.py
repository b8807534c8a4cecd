"""A Sequential, gradients by torch.autograd.grad, and rows by a generator of its own."""

import torch
from torch import nn


class DigitCNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv2d(1, 16, kernel_size=3, padding="same"),
            nn.MaxPool2d(2),
            nn.ReLU(),
            nn.Conv2d(16, 32, kernel_size=3, padding="same"),
            nn.MaxPool2d(2),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(32 * 2 * 2, 10),
        )

    def forward(self, x):
        return self.net(x)


def cnn_step(model, optimizer, x, y):
    logs = model(x).log_softmax(-1)
    loss = -logs.gather(1, y[:, None]).mean()
    parameters = list(model.parameters())
    for p, g in zip(parameters, torch.autograd.grad(loss, parameters)):
        p.grad = g
    optimizer.step()
    return float(loss.detach())


def train_cnn_digits(data, seed, steps=400):
    torch.manual_seed(seed)
    draws = torch.Generator().manual_seed(seed + 1)
    x, y = torch.tensor(data["x_train"]).div(16.0), torch.tensor(data["y_train"])
    net = DigitCNN().train()
    adam = torch.optim.Adam(net.parameters(), 0.002)
    history = []
    while len(history) < steps:
        chosen = torch.randperm(len(y), generator=draws)[:64]
        history.append(cnn_step(net, adam, x[chosen], y[chosen]))
    return {"state": net.state_dict(), "history": {"loss": history}}
