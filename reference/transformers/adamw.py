"""AdamW by hand, and a learning rate that warms up and comes down again."""

from __future__ import annotations

import math
from collections.abc import Iterable

import torch


class AdamW:
    """Adam with decoupled weight decay, for the parameters of a model.

    At step t = 1, 2, ..., for each parameter w with gradient g:

        w = w - lr weight_decay w            only for parameters with two axes or more: biases and norms do not decay
        m = beta1 m + (1 - beta1) g          m and v start at 0
        v = beta2 v + (1 - beta2) g^2
        w = w - lr m / (1 - beta1^t) / (sqrt(v / (1 - beta2^t)) + eps)

    The decay does not pass through m and v. `lr` is an attribute that may be changed between steps. A parameter without
    a gradient (None) is left as it is, decay included. torch.optim is not allowed.
    """

    def __init__(
        self,
        params: Iterable[torch.nn.Parameter],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.01,
    ) -> None:
        """Keep the parameters, and make what has to be remembered of each."""
        if not lr >= 0 or not eps >= 0 or not weight_decay >= 0:
            raise ValueError(f"lr, eps, weight_decay are {lr}, {eps}, {weight_decay}: none may be negative")
        if not all(0 <= beta < 1 for beta in betas):
            raise ValueError(f"betas are {betas}: they must lie between 0 and 1, with 1 excluded")
        self.params = list(params)
        self.lr, self.betas, self.eps, self.weight_decay = lr, betas, eps, weight_decay
        self.t = 0
        self.m = [torch.zeros_like(w) for w in self.params]
        self.v = [torch.zeros_like(w) for w in self.params]

    def zero_grad(self) -> None:
        """Forget all gradients."""
        for w in self.params:
            w.grad = None

    @torch.no_grad()
    def step(self) -> None:
        """One step with the gradients that are in the `.grad` fields. The parameters are changed in place."""
        self.t += 1
        beta1, beta2 = self.betas
        for w, m, v in zip(self.params, self.m, self.v):
            if w.grad is None:
                continue
            if w.ndim >= 2:
                w.mul_(1 - self.lr * self.weight_decay)
            m.mul_(beta1).add_(w.grad, alpha=1 - beta1)
            v.mul_(beta2).addcmul_(w.grad, w.grad, value=1 - beta2)
            m_hat, v_hat = m / (1 - beta1**self.t), v / (1 - beta2**self.t)
            w.sub_(self.lr * m_hat / (v_hat.sqrt() + self.eps))


def warmup_cosine(step: int, peak: float, warmup: int, steps: int, floor: float = 0.1) -> float:
    """The learning rate of one step: a straight line up to the peak, and half a cosine down from it.

        step < warmup:    peak (step + 1) / warmup
        else:             peak (floor + (1 - floor) (1 + cos(pi (step - warmup) / (steps - warmup))) / 2)

    Args:
        step: number of the step, from 0 to steps - 1.
        peak: the greatest rate; the last step of the warm-up and the first one after it have it.
        warmup: number of steps of the warm-up; 0 for none.
        steps: number of all steps, above warmup.
        floor: where the cosine ends, as a share of the peak.

    Returns:
        The rate, a float.

    Raises:
        ValueError: if warmup is negative or not below steps, or step is not between 0 and steps - 1; the message names
            the argument.
    """
    if not 0 <= warmup < steps:
        raise ValueError(f"warmup: {warmup} of {steps} steps")
    if not 0 <= step < steps:
        raise ValueError(f"step: {step} is none of the steps from 0 to {steps - 1}")
    if step < warmup:
        return peak * (step + 1) / warmup
    way = (step - warmup) / (steps - warmup)
    return peak * (floor + (1 - floor) * (1 + math.cos(math.pi * way)) / 2)
