"""One round of WGAN-GP: several steps of the critic, then one of the generator."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import nn

from reference.gans.gradient_penalty import gradient_penalty


def wgan_gp_train_step(
    G: nn.Module,
    f: nn.Module,
    opt_g: torch.optim.Optimizer,
    opt_f: torch.optim.Optimizer,
    reals: Float[torch.Tensor, "T N d"],
    zs: Float[torch.Tensor, "T N k"],
    eps: Float[torch.Tensor, "T N"],
    z_g: Float[torch.Tensor, "M k"],
    lam: float = 10.0,
) -> dict:
    """T steps of the critic, then one step of the generator against the critic as it is then.

    For t = 0, ..., T-1 the critic goes downhill on

        mean f(G(zs[t])) - mean f(reals[t]) + gradient_penalty(f, reals[t], G(zs[t]), eps[t], lam)

    and then the generator on -mean f(G(z_g)). Only the critic changes in the first T steps, and no gradient of its loss
    goes back through G; only the generator changes in the last one. What earlier steps left in the `.grad` fields does
    not count.

    Args:
        G: the generator, called as G(z).
        f: the critic, called as f(x); returns raw scores, shape (N,) or (N, 1).
        opt_g, opt_f: optimizers; each holds the parameters of one player.
        reals: a batch of real samples for every step of the critic, shape (T, N, d); T is 5 in the paper.
        zs: latents for the critic's fakes, shape (T, N, k).
        eps: for the gradient penalty, shape (T, N).
        z_g: latents for the generator's step, shape (M, k).
        lam: weight of the penalty.

    Returns:
        A dict: "critic_loss" and "penalty", lists of T floats, where critic_loss is the difference of the means WITHOUT
        the penalty; "gen_loss", a float. Each is measured before the step that it is for.

    Raises:
        ValueError: if reals, zs and eps do not have the same number of steps, or z_g has no rows; the message names the
            argument.
    """
    if len(z_g) == 0:
        raise ValueError("z_g has no rows")
    for name, given in (("zs", zs), ("eps", eps)):
        if len(given) != len(reals):
            raise ValueError(f"{name} is for {len(given)} steps, reals for {len(reals)}")
    losses, penalties = [], []
    for x_real, z, mix in zip(reals, zs, eps):
        opt_f.zero_grad()
        x_fake = G(z).detach()
        loss = f(x_fake).mean() - f(x_real).mean()
        penalty = gradient_penalty(f, x_real, x_fake, mix, lam)
        (loss + penalty).backward()
        opt_f.step()
        losses.append(loss.item())
        penalties.append(penalty.item())

    opt_g.zero_grad()
    gen_loss = -f(G(z_g)).mean()
    gen_loss.backward()
    opt_g.step()
    return {"critic_loss": losses, "penalty": penalties, "gen_loss": gen_loss.item()}
