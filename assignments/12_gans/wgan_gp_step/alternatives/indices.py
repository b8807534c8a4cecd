"""By index, without the helper; fakes made without a graph."""

import torch


def wgan_gp_train_step(G, f, opt_g, opt_f, reals, zs, eps, z_g, lam=10.0):
    T = reals.shape[0]
    if zs.shape[0] != T or eps.shape[0] != T:
        raise ValueError("reals, zs and eps must have the same number of steps")
    if z_g.shape[0] == 0:
        raise ValueError("z_g has no rows")
    out = {"critic_loss": [], "penalty": [], "gen_loss": None}
    for t in range(T):
        with torch.no_grad():
            fake = G(zs[t])
        w = eps[t][:, None]
        mixed = (w * reals[t] + (1 - w) * fake).requires_grad_(True)
        slope = torch.autograd.grad(f(mixed).sum(), mixed, create_graph=True)[0]
        gp = lam * (slope.norm(2, dim=1) - 1).pow(2).mean()
        gap = f(fake).mean() - f(reals[t]).mean()
        f.zero_grad()
        total = gap + gp
        total.backward()
        opt_f.step()
        out["critic_loss"].append(gap.item())
        out["penalty"].append(gp.item())
    loss = -torch.mean(f(G(z_g)))
    G.zero_grad()
    loss.backward()
    opt_g.step()
    out["gen_loss"] = loss.item()
    return out
