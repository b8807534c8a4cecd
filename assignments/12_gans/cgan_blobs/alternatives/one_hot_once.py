"""The one-hot classes made once a step; the rows of all steps drawn first; fakes without a graph; cross-entropy with labels."""

import torch
from torch import nn
from torch.nn.functional import binary_cross_entropy_with_logits, one_hot


def cgan_train_step(G, D, opt_g, opt_d, x_real, y, z_d, z_g, C):
    hot = one_hot(y, C).to(x_real)

    def asked(player, rows):
        return player(torch.cat([rows, hot], dim=1))

    with torch.no_grad():
        fake = asked(G, z_d)
    real_logits, fake_logits = asked(D, x_real), asked(D, fake)
    d = binary_cross_entropy_with_logits(real_logits, torch.ones_like(real_logits))
    d = d + binary_cross_entropy_with_logits(fake_logits, torch.zeros_like(fake_logits))
    D.zero_grad()
    d.backward()
    opt_d.step()
    logits = asked(D, asked(G, z_g))
    g = binary_cross_entropy_with_logits(logits, torch.ones_like(logits))
    G.zero_grad()
    g.backward()
    opt_g.step()
    return d.item(), g.item()


def train_cgan_blobs(data, seed, steps=1500):
    torch.manual_seed(seed)
    x, y = (torch.tensor(data[name]) for name in ("x_train", "y_train"))

    rows = torch.randint(0, x.shape[0], (steps, 128))

    def net(a, b):
        return nn.Sequential(nn.Linear(a, 32), nn.LeakyReLU(0.2), nn.Linear(32, 32), nn.LeakyReLU(0.2), nn.Linear(32, b))

    G, D = net(8, 2), net(6, 1)
    opts = [torch.optim.Adam(player.parameters(), 1e-3, (0.5, 0.999)) for player in (G, D)]
    losses = []
    for at in rows:
        losses.append(cgan_train_step(G, D, *opts, x[at], y[at], *torch.randn(2, 128, 4), 4))
    d_losses, g_losses = ([pair[i] for pair in losses] for i in (0, 1))
    return {"state": G.state_dict(), "history": {"d_loss": d_losses, "g_loss": g_losses}}
