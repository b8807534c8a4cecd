"""A critic that is kept from being too steep by clipping its weights."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import nn


def clip_weights(critic: nn.Module, c: float) -> None:
    """Clamp every parameter of the critic to [-c, c], in place.

    Entries inside the interval stay exactly as they are. Gradients are left alone, and no graph is recorded.

    Args:
        critic: any module; weights and biases of all its layers are clamped.
        c: the bound, greater than 0.

    Raises:
        ValueError: if c is not greater than 0; the message names it.
    """
    if c <= 0:
        raise ValueError(f"c is {c}: it must be greater than 0")
    with torch.no_grad():
        for parameter in critic.parameters():
            parameter.clamp_(-c, c)


def wgan_clip_step(
    G: nn.Module,
    critic: nn.Module,
    opt_c: torch.optim.Optimizer,
    x_real: Float[torch.Tensor, "N d"],
    z: Float[torch.Tensor, "M k"],
    c: float = 0.01,
) -> float:
    """One step of a critic with clipped weights: downhill on mean critic(G(z)) - mean critic(x_real), THEN clip.

    Only the critic learns: no gradient of this loss goes back through G. What earlier steps left in the `.grad` fields
    does not count. After the call, all weights of the critic lie in [-c, c].

    Args:
        G: the generator, called as G(z).
        critic: called as critic(x), returns one score for each sample, shape (N,) or (N, 1).
        opt_c: an optimizer that holds the critic's parameters.
        x_real: real samples, shape (N, d).
        z: latents for the fakes, shape (M, k).
        c: bound of the weights, greater than 0.

    Returns:
        The loss before the step, a Python float.

    Raises:
        ValueError: if c is not greater than 0, or x_real or z has no rows; the message names the argument.
    """
    if c <= 0:
        raise ValueError(f"c is {c}: it must be greater than 0")
    for name, batch in (("x_real", x_real), ("z", z)):
        if len(batch) == 0:
            raise ValueError(f"{name} has no rows")
    opt_c.zero_grad()
    loss = critic(G(z).detach()).mean() - critic(x_real).mean()
    loss.backward()
    opt_c.step()
    clip_weights(critic, c)
    return loss.item()
