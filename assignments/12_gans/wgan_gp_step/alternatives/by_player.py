"""A helper for a step of either player, with gradients asked for by name."""

import torch


def downhill(loss, player, optimizer):
    params = list(player.parameters())
    grads = torch.autograd.grad(loss, params, allow_unused=True)
    for p, g in zip(params, grads):
        p.grad = torch.zeros_like(p) if g is None else g.detach()
    optimizer.step()


def wgan_gp_train_step(G, f, opt_g, opt_f, reals, zs, eps, z_g, lam=10.0):
    if not (len(reals) == len(zs) == len(eps)):
        raise ValueError("reals, zs, eps: lengths differ")
    if not len(z_g):
        raise ValueError("z_g: empty")
    critic, charged = [], []
    for x, z, e in zip(reals, zs, eps):
        y = G(z).detach()
        gap = f(y).mean() - f(x).mean()
        charge = gradient_penalty(f, x, y, e, lam=lam)
        downhill(gap + charge, f, opt_f)
        critic.append(float(gap))
        charged.append(float(charge))
    g = -f(G(z_g)).mean()
    downhill(g, G, opt_g)
    return dict(critic_loss=critic, penalty=charged, gen_loss=float(g))
