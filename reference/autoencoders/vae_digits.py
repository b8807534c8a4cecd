"""Training a variational autoencoder on small images."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import nn

from reference.autoencoders.vae import VAE


def vae_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    x: Float[torch.Tensor, "N d"],
    eps: Float[torch.Tensor, "N k"],
    beta: float = 1.0,
) -> tuple[float, float]:
    """One step of training on one mini-batch.

    The loss is that of `vae_loss`, now in torch: recon + beta * kl, with the Bernoulli reconstruction summed over
    pixels, the divergence from N(0, I) summed over latents, and both averaged over the N samples. What earlier batches
    left in the `.grad` fields does not count.

    Args:
        model: called as model(x, eps), returns (logits, mu, logvar); a `VAE`, for example.
        optimizer: holds all parameters of the model.
        x: the batch, pixels in [0, 1], shape (N, d).
        eps: standard normal noise for the draw of z, shape (N, k).
        beta: weight of the divergence.

    Returns:
        (recon, kl) of the batch before the step, two Python floats; kl is not weighted.
    """
    optimizer.zero_grad()
    logits, mu, logvar = model(x, eps)
    recon = F.binary_cross_entropy_with_logits(logits, x, reduction="none").sum(dim=1).mean()
    kl = 0.5 * (mu**2 + logvar.exp() - 1 - logvar).sum(dim=1).mean()
    loss = recon + beta * kl
    loss.backward()
    optimizer.step()
    return recon.item(), kl.item()


def train_vae_digits(data: dict[str, np.ndarray], seed: int, k: int = 4, beta: float = 1.0, steps: int = 1500) -> dict:
    """Train VAE(d, 64, k) with Adam, learning rate 2e-3.

    Each step takes 128 different rows of the training data, drawn at random (all rows, if there are fewer), and NEW
    noise for each of them, and makes one `vae_step`. The labels are not used.

    Args:
        data: a dict with "x_train", pixels in [0, 1], float32, shape (n, d), and "y_train", labels, shape (n,).
        seed: decides everything random: initial weights, rows, noise.
        k: number of latents.
        beta: weight of the divergence.
        steps: number of training steps.

    Returns:
        A dict: "state", the state_dict of the trained model; "history", a dict with the lists "recon" and "kl", one float per
        step in each, as `vae_step` returned them.
    """
    torch.manual_seed(seed)
    x = torch.as_tensor(data["x_train"])
    model = VAE(x.shape[1], 64, k)
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    history: dict[str, list[float]] = {"recon": [], "kl": []}
    for _ in range(steps):
        batch = x[torch.randperm(len(x))[:128]]
        eps = torch.randn(len(batch), k)
        recon, kl = vae_step(model, optimizer, batch, eps, beta)
        history["recon"].append(recon)
        history["kl"].append(kl)
    return {"state": model.state_dict(), "history": history}
