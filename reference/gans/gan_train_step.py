"""One round of the game: the discriminator learns, then the generator."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import nn


def gan_train_step(
    G: nn.Module,
    D: nn.Module,
    opt_g: torch.optim.Optimizer,
    opt_d: torch.optim.Optimizer,
    x_real: Float[torch.Tensor, "N ..."],
    z_d: Float[torch.Tensor, "N k"],
    z_g: Float[torch.Tensor, "M k"],
) -> tuple[float, float]:
    """First a step of the discriminator, then a step of the generator against the discriminator as it is NOW.

        1. D: downhill on -( mean ln D(x_real) + mean ln(1 - D(G(z_d))) ). G does not change, and no gradient of this loss
           goes back through it.
        2. G: downhill on the non-saturating loss, mean -ln D(G(z_g)), with fresh fakes. D does not change.

    D = sigmoid(logit). Losses are computed from logits, so that no logit is too large. What earlier steps left in the
    `.grad` fields does not count, in either step.

    Args:
        G: the generator, called as G(z).
        D: the discriminator, called as D(x); returns logits, shape (N,) or (N, 1).
        opt_g, opt_d: optimizers; each holds the parameters of one player.
        x_real: real samples.
        z_d: latents of the fakes for the discriminator's step.
        z_g: latents of the fakes for the generator's step.

    Returns:
        (d_loss, g_loss): the two losses, each before its own step, Python floats.
    """
    for name, batch in (("x_real", x_real), ("z_d", z_d), ("z_g", z_g)):
        if len(batch) == 0:
            raise ValueError(f"{name} has no rows")
    opt_d.zero_grad()
    fakes = G(z_d).detach()
    d_loss = F.softplus(-D(x_real)).mean() + F.softplus(D(fakes)).mean()
    d_loss.backward()
    opt_d.step()

    opt_g.zero_grad()
    g_loss = F.softplus(-D(G(z_g))).mean()
    g_loss.backward()
    opt_g.step()
    return d_loss.item(), g_loss.item()
