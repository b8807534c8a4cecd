"""Rows drawn by numpy; a net made from a list of widths."""

from itertools import pairwise

import numpy as np
import torch
from torch import nn


def net(*widths):
    layers = []
    for a, b in pairwise(widths):
        layers += [nn.Linear(a, b), nn.LeakyReLU(0.2)]
    return nn.Sequential(*layers[:-1])


def train_wgan_gp_ring(data, seed, steps=400):
    torch.manual_seed(seed)
    rows = np.random.default_rng(seed)
    G, f = net(8, 64, 64, 2), net(2, 64, 64, 1)
    opts = [torch.optim.Adam(p.parameters(), 5e-3, (0.5, 0.9)) for p in (G, f)]
    history = {"critic_loss": [], "penalty": [], "gen_loss": []}
    for _ in range(steps):
        reals = torch.tensor(data["x_train"][rows.integers(len(data["x_train"]), size=(5, 128))])
        found = wgan_gp_train_step(G, f, *opts, reals, torch.randn(5, 128, 8), torch.rand(5, 128), torch.randn(128, 8), lam=0.1)
        for name in history:
            value = found[name]
            history[name].append(value if name == "gen_loss" else value[-1])
    return {"state": G.state_dict(), "history": history}
