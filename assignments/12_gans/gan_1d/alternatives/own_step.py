"""With a step of its own, rows of all steps drawn ahead of the initial weights, and a generator object for the latents."""

from itertools import pairwise

import torch
import torch.nn.functional as F
from torch import nn


def gan_optimizers(G, D, lr=1e-3):
    if lr <= 0:
        raise ValueError("lr")
    return tuple(torch.optim.Adam([{"params": p.parameters()}], lr=lr, betas=[0.5, 0.999]) for p in (G, D))


def net(*widths):
    layers = []
    for a, b in pairwise(widths):
        layers += [nn.Linear(a, b), nn.LeakyReLU(0.2)]
    return nn.Sequential(*layers[:-1])


def train_gan_1d(data, seed, steps=1500):
    torch.manual_seed(seed)
    source = torch.Generator().manual_seed(seed + 1)
    x = torch.from_numpy(data["x_train"])
    rows = torch.randint(0, len(x), (steps, 128))
    maker, judge = net(4, 32, 32, 1), net(1, 32, 32, 1)
    opt_g, opt_d = gan_optimizers(maker, judge)
    history = {"d_loss": [], "g_loss": []}
    for real in x[rows]:
        with torch.no_grad():
            fake = maker(torch.randn(128, 4, generator=source))
        loss = -F.logsigmoid(judge(real)).mean() - F.logsigmoid(-judge(fake)).mean()
        judge.zero_grad()
        loss.backward()
        opt_d.step()
        fooled = -F.logsigmoid(judge(maker(torch.randn(128, 4, generator=source)))).mean()
        maker.zero_grad()
        fooled.backward()
        opt_g.step()
        history["d_loss"].append(float(loss))
        history["g_loss"].append(float(fooled))
    return {"state": maker.state_dict(), "history": history}
