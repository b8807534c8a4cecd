"""By log-sigmoids; gradients asked for by name, so that nobody else's is touched; one batch for the discriminator."""

import torch
from torch.nn.functional import logsigmoid


def descend(loss, player, opt):
    params = list(player.parameters())
    for p, g in zip(params, torch.autograd.grad(loss, params)):
        p.grad = g
    opt.step()
    return float(loss)


def gan_train_step(G, D, opt_g, opt_d, x_real, z_d, z_g):
    logits = D(torch.cat([x_real, G(z_d).detach()])).reshape(-1)
    n = x_real.shape[0]
    value = logsigmoid(logits[:n]).mean() + logsigmoid(-logits[n:]).mean()
    d_loss = descend(-value, D, opt_d)
    g_loss = descend(-logsigmoid(D(G(z_g))).mean(), G, opt_g)
    return d_loss, g_loss
