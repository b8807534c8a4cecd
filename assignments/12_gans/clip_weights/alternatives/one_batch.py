"""Real samples and fakes in one call of the critic, gradients by autograd.grad."""

import torch


@torch.no_grad()
def clip_weights(critic, c):
    if c <= 0:
        raise ValueError(f"bad c: {c}")
    for layer in critic.modules():
        for p in layer.parameters(recurse=False):
            p.copy_(p.clip(min=-c, max=c))


def wgan_clip_step(G, critic, opt_c, x_real, z, c=0.01):
    if c <= 0:
        raise ValueError(f"bad c: {c}")
    if min(len(x_real), len(z)) == 0:
        raise ValueError("an empty batch")
    scores = critic(torch.cat([G(z).detach(), x_real])).flatten()
    loss = scores[: len(z)].mean() - scores[len(z) :].mean()
    params = list(critic.parameters())
    for p, g in zip(params, torch.autograd.grad(loss, params)):
        p.grad = g
    opt_c.step()
    clip_weights(critic=critic, c=c)
    return loss.item()
