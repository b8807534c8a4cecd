"""The loss by hand and per sample, a generator for all noise, weights returned as numpy arrays."""

import numpy as np
import torch


def vae_step(model, optimizer, x, eps, beta=1.0):
    model.zero_grad(set_to_none=True)
    logits, mu, logvar = model(x, eps)
    recon = torch.clamp(logits, min=0) - logits * x + torch.log1p(torch.exp(-logits.abs()))
    kl = -(1 + logvar - mu.square() - logvar.exp()) / 2
    per_sample = recon.sum(-1) + beta * kl.sum(-1)
    per_sample.mean().backward()
    optimizer.step()
    return float(recon.detach().sum() / len(x)), float(kl.detach().sum() / len(x))


def train_vae_digits(data, seed, k=4, beta=1.0, steps=1500):
    torch.manual_seed(seed)
    draws = np.random.default_rng(seed)
    rows = torch.from_numpy(data["x_train"])
    model = VAE(d=rows.shape[1], h=64, k=k)  # of an earlier cell
    optimizer = torch.optim.Adam(model.parameters(), lr=0.002)
    found = []
    for _ in range(steps):
        chosen = draws.choice(len(rows), size=min(128, len(rows)), replace=False)
        noise = torch.tensor(draws.normal(size=(len(chosen), k)), dtype=torch.float32)
        found.append(vae_step(model, optimizer, rows[chosen], noise, beta=beta))
    recon, kl = zip(*found)
    state = {name: entry.detach().numpy() for name, entry in model.state_dict().items()}
    return {"state": state, "history": {"recon": list(recon), "kl": list(kl)}}
