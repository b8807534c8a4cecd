"""Training with a codebook: the straight-through estimator, and the three terms of the VQ-VAE's loss."""

from __future__ import annotations

import torch
from jaxtyping import Float


def straight_through(z_e: Float[torch.Tensor, "N d"], z_q: Float[torch.Tensor, "N d"]) -> Float[torch.Tensor, "N d"]:
    """A tensor with the VALUE of z_q, whose gradient goes to z_e as if the two were the same.

    Choosing the nearest code is a step function: its derivative is 0 wherever it has one. The straight-through estimator
    copies the gradient past it. Nothing of the gradient reaches z_q (the codebook learns from a loss of its own).

    Args:
        z_e: what the encoder put out, shape (N, d).
        z_q: the chosen codebook vectors, shape (N, d).

    Returns:
        A tensor of shape (N, d); autograd does the rest.
    """
    return z_q.detach() + (z_e - z_e.detach())  # z_e - z_e is exactly 0: z_q is not rounded


def vqvae_loss(
    x: Float[torch.Tensor, "N D"],
    xhat: Float[torch.Tensor, "N D"],
    z_e: Float[torch.Tensor, "N d"],
    e: Float[torch.Tensor, "N d"],
    beta: float = 0.25,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Reconstruction, codebook and commitment, each a mean over the N samples of a squared Euclidean distance.

        recon    = mean_n || x_n - xhat_n ||^2
        codebook = mean_n || sg[z_e]_n - e_n ||^2      moves the codes towards what the encoder puts out
        commit   = mean_n || z_e_n - sg[e]_n ||^2      keeps the encoder near the codes it has chosen
        total    = recon + codebook + beta * commit

    sg is the stop-gradient: the identity in the forward pass, a constant for the backward pass.

    Args:
        x, xhat: data and reconstruction, shape (N, D).
        z_e: what the encoder put out, shape (N, d).
        e: the codebook vector chosen for each sample, shape (N, d).
        beta: weight of the commitment.

    Returns:
        (total, recon, codebook, commit), four scalar tensors through which autograd can go back.
    """
    recon = ((x - xhat) ** 2).sum(dim=1).mean()
    codebook = ((z_e.detach() - e) ** 2).sum(dim=1).mean()
    commit = ((z_e - e.detach()) ** 2).sum(dim=1).mean()
    return recon + codebook + beta * commit, recon, codebook, commit
