"""Initial weights of another kind, all random numbers drawn before the loop, named tuples and a dict with attributes."""

from typing import NamedTuple

import torch
from torch import nn


class Parts(NamedTuple):
    recon: float
    kl: float


class Bunch(dict):
    __getattr__ = dict.__getitem__


def vae_step(model, optimizer, x, eps, beta=1.0):
    def closure():
        optimizer.zero_grad()
        logits, mu, logvar = model(x, eps)
        recon = nn.BCEWithLogitsLoss(reduction="sum")(logits, x) / len(x)
        kl = -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum(dim=-1).mean()
        closure.parts = Parts(recon.item(), kl.item())
        loss = recon + beta * kl
        loss.backward()
        return loss

    optimizer.step(closure)
    return closure.parts


def train_vae_digits(data, seed, k=4, beta=1.0, steps=1500):
    torch.manual_seed(seed)
    x = torch.tensor(data["x_train"])
    model = VAE(x.shape[1], 64, k)  # of an earlier cell
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            nn.init.normal_(layer.weight, 0, layer.in_features**-0.5)
            nn.init.zeros_(layer.bias)
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    n = min(128, len(x))
    rows = [torch.randperm(len(x))[:n] for _ in range(steps)]
    noise = torch.randn(steps, n, k)
    parts = [vae_step(model, optimizer, x[r], eps, beta) for r, eps in zip(rows, noise)]
    history = Bunch(recon=[p.recon for p in parts], kl=[p.kl for p in parts])
    return Bunch(state=model.state_dict(), history=history)
