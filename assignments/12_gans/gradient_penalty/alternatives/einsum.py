"""A cotangent of ones, the norm by torch.linalg, a lerp for the places in between."""

import torch


def gradient_penalty(critic, x_real, x_fake, eps, lam=10.0):
    n = x_real.size(0)
    if n == 0:
        raise ValueError("x_real is empty")
    if x_real.size() != x_fake.size():
        raise ValueError("x_fake must have the shape of x_real")
    if eps.ndim != 1 or eps.size(0) != n:
        raise ValueError("eps must have shape (N,)")
    w = eps.view(n, *(1 for _ in range(x_real.ndim - 1)))
    between = torch.lerp(x_fake, x_real, w.expand_as(x_real))
    if not between.requires_grad:
        between.requires_grad_(True)
    score = critic(between)
    slope = torch.autograd.grad(
        outputs=score,
        inputs=between,
        grad_outputs=torch.ones_like(score),
        create_graph=True,
        retain_graph=True,
    )[0].view(n, -1)
    length = torch.linalg.vector_norm(slope, dim=1)
    return lam * torch.nn.functional.mse_loss(length, torch.ones_like(length))
