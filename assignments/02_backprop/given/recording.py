"""An optimizer that writes a log: to see what a training loop does, and in which order."""

import torch


class RecordingSGD(torch.optim.SGD):
    """Plain gradient descent. `calls` lists what it was asked for, "zero_grad" or "step"."""

    def __init__(self, params, lr):
        super().__init__(params, lr=lr)
        self.calls = []

    def zero_grad(self, set_to_none=True):
        self.calls.append("zero_grad")
        super().zero_grad(set_to_none)

    def step(self, closure=None):
        self.calls.append("step")
        return super().step(closure)
