"""A layer under two names, all random numbers drawn before the loop, in-place drawing."""

import torch
from torch import nn
from torch.nn.functional import mse_loss, silu


class BlobDenoiser(nn.Module):
    def __init__(self, classes, hidden=64):
        super().__init__()
        self.embeds = nn.ModuleList([nn.Linear(2, hidden), nn.Linear(32, hidden), nn.Embedding(classes + 1, hidden)])
        self.trunk = nn.ModuleList([nn.Linear(hidden, hidden) for _ in "ab"] + [nn.Linear(hidden, 2)])
        self.first = self.embeds[0]

    def forward(self, x, i, y):
        t = torch.from_numpy(time_embedding(i.numpy(), 32, "concat")).to(x)
        h = sum(f(v) for f, v in zip(self.embeds, (x, t, y)))
        for layer in self.trunk:
            h = layer(silu(h))
        return h


def guided_step(model, optimizer, x0, y, i, noise, u, alpha_bar, null, p=0.1):
    y = y.masked_fill(u < p, null)
    return denoiser_like(model, optimizer, x0, i, noise, alpha_bar, y)


def denoiser_like(model, optimizer, x0, i, noise, ab, *extra):
    a = ab[i, None]
    loss = mse_loss(model(a**0.5 * x0 + (1 - a) ** 0.5 * noise, i, *extra), noise)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    return loss.item()


@torch.no_grad()
def draw_guided(model, y, w, x_t, noises, beta, null):
    n, ab, x = len(y), torch.cumprod(1 - beta, 0), x_t.clone()
    both = torch.cat([y, torch.full_like(y, null)])
    for k in range(len(beta) - 1, -1, -1):
        c, u = model(torch.cat([x, x]), torch.full((2 * n,), k), both).chunk(2)
        eps = c + w * (c - u)
        x.sub_(beta[k] / (1 - ab[k]).sqrt() * eps).div_((1 - beta[k]).sqrt())
        if k > 0:
            x.add_(beta[k].sqrt() * noises[k])
    return x


def train_guided_blobs(data, seed, steps=1500):
    torch.manual_seed(seed)
    x, y = (torch.tensor(data[k]) for k in ("x_train", "y_train"))
    net = BlobDenoiser(classes=4)
    ab = (1 - torch.linspace(1e-3, 0.12, 100)).cumprod(0)
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    rows, steps_, noise, u = (
        torch.randint(len(x), (steps, 128)),
        torch.randint(100, (steps, 128)),
        torch.randn(steps, 128, 2),
        torch.rand(steps, 128),
    )
    losses = [guided_step(net, opt, x[r], y[r], i, z, d, ab, null=4) for r, i, z, d in zip(rows, steps_, noise, u)]
    return {"state": net.state_dict(), "history": {"loss": losses}}
