"""Players as classes; gradients asked for by name; rows drawn by numpy."""

import numpy as np
import torch
from torch import nn
from torch.nn.functional import logsigmoid


class Player(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.hidden = nn.ModuleList([nn.Linear(n_in, 32), nn.Linear(32, 32)])
        self.out = nn.Linear(32, n_out)

    def forward(self, x):
        for layer in self.hidden:
            h = layer(x)
            x = torch.where(h > 0, h, 0.2 * h)
        return self.out(x)


def descend(loss, player, opt):
    params = list(player.parameters())
    for p, g in zip(params, torch.autograd.grad(loss, params)):
        p.grad = g
    opt.step()
    return float(loss)


def cgan_train_step(G, D, opt_g, opt_d, x_real, y, z_d, z_g, C):
    x_fake = G(cgan_generator_input(z_d, y, C)).detach()
    both = D(cgan_generator_input(torch.cat([x_real, x_fake]), torch.cat([y, y]), C)).reshape(2, -1)
    d_loss = descend(-logsigmoid(both[0]).mean() - logsigmoid(-both[1]).mean(), D, opt_d)
    again = G(cgan_generator_input(z_g, y, C))
    g_loss = descend(-logsigmoid(D(cgan_generator_input(again, y, C))).mean(), G, opt_g)
    return d_loss, g_loss


def train_cgan_blobs(data, seed, steps=1500):
    torch.manual_seed(seed)
    drawn = np.random.default_rng(seed)
    G, D = Player(8, 2), Player(6, 1)
    opt_g, opt_d = gan_optimizers(G, D, lr=0.001)
    d_losses, g_losses = [], []
    for _ in range(steps):
        rows = drawn.integers(len(data["x_train"]), size=128)
        x, y = torch.from_numpy(data["x_train"][rows]), torch.from_numpy(data["y_train"][rows])
        d, g = cgan_train_step(G, D, opt_g, opt_d, x, y, torch.randn(128, 4), torch.randn(128, 4), 4)
        d_losses.append(d)
        g_losses.append(g)
    return {"state": G.state_dict(), "history": {"d_loss": d_losses, "g_loss": g_losses}}
