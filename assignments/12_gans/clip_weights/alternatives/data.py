"""Through .data, with fakes made without a graph; gradients cleared by hand."""

import torch


def clip_weights(critic, c):
    if not c > 0:
        raise ValueError("c must be positive")
    for p in critic.parameters():
        p.data = torch.minimum(torch.maximum(p.data, torch.tensor(-c, dtype=p.dtype)), torch.tensor(c, dtype=p.dtype))


def wgan_clip_step(G, critic, opt_c, x_real, z, c=0.01):
    if not c > 0:
        raise ValueError("c must be positive")
    if not len(x_real) or not len(z):
        raise ValueError("x_real and z must not be empty")
    with torch.no_grad():
        x_fake = G(z)
    for p in critic.parameters():
        p.grad = None
    gap = torch.mean(critic(x_real)) - torch.mean(critic(x_fake))
    (-gap).backward()
    opt_c.step()
    clip_weights(critic, c)
    return float(-gap)
