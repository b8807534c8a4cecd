"""Cross-entropy with labels, fakes made without a graph, the discriminator frozen in the generator's step."""

import torch
from torch import nn

bce = nn.BCEWithLogitsLoss()


def gan_train_step(G, D, opt_g, opt_d, x_real, z_d, z_g):
    with torch.no_grad():
        fake = G(z_d)
    real_logits, fake_logits = D(x_real), D(fake)
    loss_d = bce(real_logits, torch.ones_like(real_logits)) + bce(fake_logits, torch.zeros_like(fake_logits))
    D.zero_grad()
    loss_d.backward()
    opt_d.step()

    for p in D.parameters():
        p.requires_grad_(False)
    logits = D(G(z_g))
    loss_g = bce(logits, torch.ones_like(logits))
    G.zero_grad(set_to_none=True)
    loss_g.backward()
    opt_g.step()
    for p in D.parameters():
        p.requires_grad_(True)
    return loss_d.item(), loss_g.item()
