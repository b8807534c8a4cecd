"""All parameters in one dict with initial weights of their own, matrices the other way round, gradients set by hand."""

import numpy as np
import torch
from torch import nn
from torch.nn.functional import silu


def dense(a, b):
    return {"w": nn.Parameter(torch.randn(a, b) * a**-0.5), "b": nn.Parameter(torch.zeros(b))}


class PointDenoiser(nn.Module):
    def __init__(self, hidden=64):
        super().__init__()
        self.p = nn.ParameterDict()
        for name, (a, b) in dict(
            x=(2, hidden), t=(32, hidden), m1=(hidden, hidden), m2=(hidden, hidden), out=(hidden, 2)
        ).items():
            for leaf, value in dense(a, b).items():
                self.p[f"{name}_{leaf}"] = value

    def lin(self, name, v):
        return v @ self.p[f"{name}_w"] + self.p[f"{name}_b"]

    def forward(self, x, i):
        t = torch.tensor(time_embedding(i.numpy(), 32, "concat"), dtype=torch.float32)
        h = silu(self.lin("x", x) + self.lin("t", t))
        for m in ("m1", "m2"):
            h = silu(self.lin(m, h))
        return self.lin("out", h)


def denoiser_step(model, optimizer, x0, i, noise, alpha_bar):
    loss = ddpm_simple_loss(model, x0, i, noise, alpha_bar)
    grads = torch.autograd.grad(loss, [*model.parameters()], allow_unused=True)
    for p, g in zip(model.parameters(), grads):
        p.grad = g
    optimizer.step()
    return loss.item()


@torch.inference_mode()
def draw_points(model, x_t, noises, beta):
    ab = (1 - beta).cumprod(0)
    x = x_t
    for k, (b, a, z) in reversed(list(enumerate(zip(beta, ab, noises)))):
        x = (x - b / (1 - a).sqrt() * model(x, torch.full(x.shape[:1], k))) / (1 - b).sqrt()
        x = x + b.sqrt() * z if k else x
    return x


def train_ddpm_2d(data, seed, steps=2000):
    rng = np.random.default_rng(seed)
    torch.manual_seed(seed)
    net, beta = PointDenoiser(), torch.tensor(np.linspace(1e-3, 0.12, 100), dtype=torch.float32)
    opt, ab = torch.optim.Adam(net.parameters(), lr=2e-3), (1 - beta).cumprod(0)

    def one():
        x = torch.as_tensor(data["x_train"][rng.integers(len(data["x_train"]), size=128)])
        return denoiser_step(
            net,
            opt,
            x,
            torch.as_tensor(rng.integers(100, size=128)),
            torch.as_tensor(rng.standard_normal((128, 2), dtype=np.float32)),
            ab,
        )

    losses = [one() for _ in range(steps)]
    return {"state": net.state_dict(), "beta": beta, "history": {"loss": losses}}
