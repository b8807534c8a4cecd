"""A critic that is kept from being too steep by a penalty on its slope."""

from __future__ import annotations

from collections.abc import Callable

import torch
from jaxtyping import Float


def gradient_penalty(
    critic: Callable[[torch.Tensor], torch.Tensor],
    x_real: Float[torch.Tensor, "N ..."],
    x_fake: Float[torch.Tensor, "N ..."],
    eps: Float[torch.Tensor, "N"],
    lam: float = 10.0,
) -> Float[torch.Tensor, ""]:
    """What WGAN-GP charges a critic for slopes other than 1, between real samples and fakes.

        x_hat_n = eps_n x_real_n + (1 - eps_n) x_fake_n
        penalty = lam * mean over n of ( || gradient of critic at x_hat_n ||_2 - 1 )^2

    The norm of a sample is taken over all its axes together: an image has ONE slope. The penalty is part of the critic's
    loss, so it must be differentiable with respect to the critic's weights; where a slope is exactly 0 its gradient is
    finite as well.

    Args:
        critic: called once as critic(x_hat), returns one score for each sample, shape (N,) or (N, 1). Scores of different
            samples do not depend on each other.
        x_real: real samples, shape (N, ...).
        x_fake: fakes, of the same shape.
        eps: where to look between the two, one number in [0, 1] for each sample, shape (N,).
        lam: weight of the penalty.

    Returns:
        The penalty, a tensor with a single number and a graph behind it.

    Raises:
        ValueError: if there is no sample, the shapes of x_real and x_fake differ, or eps does not have shape (N,); the
            message names the argument.
    """
    if len(x_real) == 0:
        raise ValueError("x_real has no samples")
    if x_fake.shape != x_real.shape:
        raise ValueError(f"x_fake has shape {tuple(x_fake.shape)}, x_real has shape {tuple(x_real.shape)}")
    if eps.shape != x_real.shape[:1]:
        raise ValueError(f"eps has shape {tuple(eps.shape)} for {len(x_real)} samples")
    each = eps.reshape(-1, *[1] * (x_real.dim() - 1))
    x_hat = (each * x_real + (1 - each) * x_fake).requires_grad_()
    scores = critic(x_hat)
    (slopes,) = torch.autograd.grad(scores.sum(), x_hat, create_graph=True)
    norms = slopes.flatten(start_dim=1).norm(dim=1)
    return lam * ((norms - 1) ** 2).mean()
