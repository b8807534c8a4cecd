"""Both guesses from one call of the net on a doubled batch; labels dropped in a copy."""

import torch
from torch import nn


class BlobDenoiser(nn.Module):
    def __init__(self, classes, hidden=64):
        super().__init__()
        self.inputs = nn.ModuleList([nn.Linear(2, hidden), nn.Linear(32, hidden), nn.Embedding(classes + 1, hidden)])
        middle = [nn.SiLU(), nn.Linear(hidden, hidden), nn.SiLU(), nn.Linear(hidden, hidden), nn.SiLU()]
        self.rest = nn.Sequential(*middle, nn.Linear(hidden, 2))

    def forward(self, x, i, y):
        waves = torch.tensor(time_embedding(i.numpy(), 32, "concat")).to(x.dtype)
        return self.rest(sum(layer(part) for layer, part in zip(self.inputs, (x, waves, y))))


def guided_step(model, optimizer, x0, y, i, noise, u, alpha_bar, null, p=0.1):
    labels = y.clone()
    labels[u < p] = null
    noised = (alpha_bar[i] ** 0.5).unsqueeze(1) * x0 + ((1 - alpha_bar[i]) ** 0.5).unsqueeze(1) * noise
    loss = nn.functional.mse_loss(model(noised, i, labels), noise)
    model.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach().item()


def draw_guided(model, y, w, x_t, noises, beta, null):
    alpha_bar = (1 - beta).cumprod(0)
    x, n = x_t, len(x_t)
    with torch.no_grad():
        for i in range(len(beta))[::-1]:
            labels = torch.cat([y, torch.full((n,), null)])
            with_class, without = model(torch.cat([x, x]), torch.full((2 * n,), i), labels).split(n)
            eps = with_class + w * (with_class - without)
            x = (x - beta[i] / (1 - alpha_bar[i]) ** 0.5 * eps) / (1 - beta[i]) ** 0.5
            x = x + beta[i] ** 0.5 * noises[i] if i else x
    return x


def train_guided_blobs(data, seed, steps=1500):
    torch.manual_seed(seed)
    x, y = (torch.from_numpy(data[name]) for name in ("x_train", "y_train"))
    alpha_bar = (1 - torch.linspace(0.001, 0.12, 100)).cumprod(0)
    net, losses = BlobDenoiser(classes=4), []
    adam = torch.optim.Adam(net.parameters(), 2e-3)
    while len(losses) < steps:
        at = torch.randint(0, len(x), size=(128,))
        drawn = torch.randint(0, 100, size=(128,)), torch.randn(128, 2), torch.rand(128)
        losses.append(guided_step(net, adam, x[at], y[at], *drawn, alpha_bar, 4))
    return {"state": net.state_dict(), "history": {"loss": losses}}
