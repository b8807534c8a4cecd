"""Running means in double precision, lerp, and the two parts of the rate as functions."""

import numpy as np
import torch


class AdamW:
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        self.params = tuple(params)
        self.lr, self.betas, self.eps, self.weight_decay = lr, betas, eps, weight_decay
        self.moments = [[torch.zeros(p.shape, dtype=torch.float64) for _ in range(2)] for p in self.params]
        self.powers = [1.0, 1.0]

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    def step(self):
        self.powers = [power * beta for power, beta in zip(self.powers, self.betas)]
        with torch.no_grad():
            for p, moments in zip(self.params, self.moments):
                if p.grad is None:
                    continue
                g = p.grad.double()
                for k, value in enumerate((g, g * g)):
                    moments[k] = torch.lerp(value, moments[k], self.betas[k])
                m, v = (moment / (1 - power) for moment, power in zip(moments, self.powers))
                w = p.double()
                if p.ndim >= 2:
                    w = w - self.lr * self.weight_decay * w
                p.copy_((w - self.lr * m / (torch.sqrt(v) + self.eps)).to(p.dtype))


def warmup_cosine(step, peak, warmup, steps, floor=0.1):
    if not (warmup >= 0 and warmup < steps):
        raise ValueError("warmup has to be below steps")
    if step not in range(steps):
        raise ValueError("step")
    up = lambda s: peak * (s + 1) / warmup
    down = lambda s: peak * (1 - (1 - floor) * (1 - np.cos(np.pi * (s - warmup) / (steps - warmup))) / 2)
    return float((up if step < warmup else down)(step))
