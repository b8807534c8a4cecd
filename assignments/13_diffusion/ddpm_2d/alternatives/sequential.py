"""Layers in a list, a numpy generator for rows and noise, the mean of a step by way of the clean data."""

import numpy as np
import torch
from torch import nn


class PointDenoiser(nn.Module):
    def __init__(self, hidden=64):
        super().__init__()
        sizes = [(2, hidden), (32, hidden), (hidden, hidden), (hidden, hidden), (hidden, 2)]
        self.layers = nn.ModuleList(nn.Linear(*size) for size in sizes)

    def forward(self, x, i):
        point, time, *middle, out = self.layers
        waves = torch.from_numpy(time_embedding(i.numpy(), 32, "concat")).float()
        h = nn.functional.silu(point(x) + time(waves))
        for layer in middle:
            h = layer(h)
            h = h * torch.sigmoid(h)
        return out(h)


def denoiser_step(model, optimizer, x0, i, noise, alpha_bar):
    loss = ddpm_simple_loss(model, x0, i, noise, alpha_bar)
    gradients = torch.autograd.grad(loss, list(model.parameters()))
    for p, gradient in zip(model.parameters(), gradients):
        p.grad = gradient
    optimizer.step()
    return float(loss.detach())


def draw_points(model, x_t, noises, beta):
    alpha_bar = (1 - beta).cumprod(0)
    before = torch.cat([torch.ones(1), alpha_bar[:-1]])
    x = x_t.clone()
    with torch.no_grad():
        for i in range(len(beta) - 1, -1, -1):
            left = 1 - alpha_bar[i]
            x0 = (x - left.sqrt() * model(x, torch.tensor([i] * len(x)))) / alpha_bar[i].sqrt()
            x = (before[i].sqrt() * beta[i] * x0 + (1 - beta[i]).sqrt() * (1 - before[i]) * x) / left
            x += beta[i].sqrt() * noises[i] * (i > 0)
    return x


def train_ddpm_2d(data, seed, steps=2000):
    torch.manual_seed(seed)
    draws = np.random.default_rng(seed)
    beta = np.linspace(1e-3, 0.12, 100, dtype=np.float32)
    alpha_bar = torch.from_numpy(np.cumprod(1 - beta))
    net = PointDenoiser(hidden=64)
    optimizer = torch.optim.Adam(net.parameters(), lr=0.002)
    history = {"loss": []}
    for _ in range(steps):
        rows = data["x_train"][draws.choice(len(data["x_train"]), size=128)]
        i = draws.integers(0, 100, size=128)
        noise = draws.standard_normal((128, 2), dtype=np.float32)
        history["loss"].append(denoiser_step(net, optimizer, *map(torch.from_numpy, (rows, i, noise)), alpha_bar))
    return {"state": net.state_dict(), "beta": torch.from_numpy(beta), "history": history}
