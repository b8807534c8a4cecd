"""First weights and rows from numpy; one list of all convolutions."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class DeepNet(nn.Module):
    def __init__(self, skip=True, blocks=12, width=16):
        super().__init__()
        widths = [1] + [width] * (2 * blocks)
        self.convs = nn.ModuleList([nn.Conv2d(c, width, 3, padding=1) for c in widths])
        self.head = nn.Linear(width, 10)
        self.with_skip = skip
        rng = np.random.default_rng(torch.randint(1 << 30, (1,)).item())
        for p in self.parameters():
            value = np.zeros(p.shape) if p.ndim == 1 else rng.normal(0, 0.7 * np.sqrt(2 / np.prod(p.shape[1:])), p.shape)
            p.data = torch.tensor(value, dtype=torch.float32)

    def forward(self, x):
        h = self.convs[0](x).clamp(min=0)
        for i in range(1, len(self.convs), 2):
            f = self.convs[i + 1](self.convs[i](h).clamp(min=0))
            if self.with_skip:
                f = f + h
            h = f.clamp(min=0)
        return self.head(h.flatten(2).mean(2))


def train_deep_residual(data, seed, skip=True, steps=200, blocks=12):
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net, history = DeepNet(skip, blocks), []
    adam = torch.optim.Adam(net.parameters(), lr=0.001)
    for _ in range(steps):
        rows = rng.choice(len(data["y_train"]), min(64, len(data["y_train"])), replace=False)
        logits = net(torch.from_numpy(data["x_train"][rows]) / 16)
        loss = F.nll_loss(logits.log_softmax(1), torch.from_numpy(data["y_train"][rows]))
        grads = torch.autograd.grad(loss, list(net.parameters()))
        for p, g in zip(net.parameters(), grads):
            p.grad = g
        adam.step()
        history.append(loss.item())
    return {"state": net.state_dict(), "history": {"loss": history}}
