"""(norm - 1)^2 = norm^2 - 2 norm + 1, with a guarded root."""

import torch


def gradient_penalty(critic, x_real, x_fake, eps, lam=10.0):
    if tuple(x_real.shape) != tuple(x_fake.shape) or tuple(eps.shape) != (len(x_real),):
        raise ValueError("x_real and x_fake must have one shape, and eps shape (N,)")
    if not len(x_real):
        raise ValueError("x_real: no samples")
    x_hat = torch.stack([e * r + (1 - e) * f for e, r, f in zip(eps, x_real, x_fake)])
    x_hat.requires_grad_()
    g = torch.autograd.grad(critic(x_hat).sum(), x_hat, create_graph=True)[0]
    squares = g.pow(2).reshape(len(g), -1).sum(1)
    flat = squares == 0
    root = torch.where(flat, torch.zeros_like(squares), torch.where(flat, torch.ones_like(squares), squares).sqrt())
    return lam * (squares - 2 * root + 1).mean()
