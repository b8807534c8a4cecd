"""Players in a dict, rows drawn by numpy, latents in one draw."""

import numpy as np
import torch
from torch import nn


def gan_optimizers(G, D, lr=1e-3):
    if not lr > 0:
        raise ValueError("lr must be positive")
    make = {"lr": lr, "betas": (0.5, 0.999)}
    return torch.optim.Adam(list(G.parameters()), **make), torch.optim.Adam(list(D.parameters()), **make)


class Net(nn.Module):
    def __init__(self, n_in, hidden=32):
        super().__init__()
        self.a, self.b, self.c = nn.Linear(n_in, hidden), nn.Linear(hidden, hidden), nn.Linear(hidden, 1)
        self.act = nn.LeakyReLU(0.2)

    def forward(self, x):
        return self.c(self.act(self.b(self.act(self.a(x)))))


def train_gan_1d(data, seed, steps=1500):
    torch.manual_seed(seed)
    rows = np.random.default_rng(seed)
    x = torch.tensor(data["x_train"])
    players = {"G": Net(4), "D": Net(1)}
    opts = gan_optimizers(**players)
    d_losses, g_losses = [], []
    while len(d_losses) < steps:
        z = torch.randn(2, 128, 4)
        real = x[rows.integers(len(x), size=128)]
        d, g = gan_train_step(players["G"], players["D"], *opts, real, z[0], z[1])
        d_losses.append(d)
        g_losses.append(g)
    return {"state": players["G"].state_dict(), "history": {"d_loss": d_losses, "g_loss": g_losses}}
