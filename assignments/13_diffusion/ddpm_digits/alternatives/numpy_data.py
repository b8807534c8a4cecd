"""Scaling by a formula of its own, a numpy generator for rows and noise."""

import numpy as np
import torch


def to_model(pixels):
    return 2 * pixels.view(len(pixels), 1, 8, 8) / 16 - 1


def image_step(model, optimizer, pixels, i, noise, alpha_bar):
    model.zero_grad(set_to_none=True)
    loss = ddpm_simple_loss(model=model, x0=to_model(pixels), i=i, noise=noise, alpha_bar=alpha_bar)
    loss.backward()
    optimizer.step()
    return float(loss.detach())


def train_ddpm_digits(data, seed, steps=600):
    torch.manual_seed(seed)
    draws = np.random.default_rng(seed)
    beta = torch.linspace(0.0005, 0.1, 200)
    alpha_bar = torch.exp(torch.log1p(-beta).cumsum(0))
    net = UNetDenoiser(c_in=1, base=8, t_dim=32)
    optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
    found = []
    for _ in range(steps):
        rows = torch.from_numpy(data["x_train"][draws.integers(len(data["x_train"]), size=32)])
        noise = torch.from_numpy(draws.standard_normal((32, 1, 8, 8), dtype=np.float32))
        i = torch.from_numpy(draws.integers(200, size=32))
        found.append(image_step(net, optimizer, rows, i, noise, alpha_bar))
    return {"state": net.state_dict(), "beta": beta, "history": {"loss": found}}
