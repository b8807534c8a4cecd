"""A dict with a state for each parameter, out of place, the decay as part of the update."""

import math


class AdamW:
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.01):
        self.params, self.lr = [*params], lr
        self.b1, self.b2 = betas
        self.eps, self.wd, self.count = eps, weight_decay, 0
        self.state = {}

    def zero_grad(self):
        for p in self.params:
            if p.grad is not None:
                p.grad.zero_()

    def step(self):
        self.count += 1
        for i, p in enumerate(self.params):
            g = p.grad
            if g is None:
                continue
            m, v = self.state.get(i, (0.0, 0.0))
            m = m + (1 - self.b1) * (g - m)
            v = self.b2 * v + (1 - self.b2) * g**2
            self.state[i] = m, v
            rate = self.lr * math.sqrt(1 - self.b2**self.count) / (1 - self.b1**self.count)
            eps = self.eps * math.sqrt(1 - self.b2**self.count)
            update = rate * m / (v**0.5 + eps)
            if p.dim() > 1:
                update = update + self.lr * self.wd * p.data
            p.data = p.data - update


def warmup_cosine(step, peak, warmup, steps, floor=0.1):
    if warmup < 0 or warmup >= steps:
        raise ValueError("warmup")
    if step < 0 or step >= steps:
        raise ValueError("step")
    if step < warmup:
        return (step + 1) * (peak / warmup)
    low = floor * peak
    return low + (peak - low) * math.cos(0.5 * math.pi * (step - warmup) / (steps - warmup)) ** 2
