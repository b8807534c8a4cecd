"""Encoder and decoder as modules of their own, the decoder made first; a spare channel axis cut off by hand."""

import torch
import torch.nn.functional as F
from torch import nn


class Decoder(nn.Module):
    def __init__(self, base, k):
        super().__init__()
        self.start = nn.Linear(k, 4 * base * 4 * 4)
        self.first_up = nn.ConvTranspose2d(4 * base, 2 * base, 3, stride=2)
        self.second_up = nn.ConvTranspose2d(2 * base, base, 3, stride=2)
        self.third_up = nn.ConvTranspose2d(base, 1, 3, stride=2)

    def forward(self, z):
        h = torch.relu(self.start(z)).reshape(z.shape[0], -1, 4, 4)
        h = torch.relu(self.first_up(h)[:, :, 1:-1, 1:-1])  # 9 -> 7
        h = torch.relu(self.second_up(h)[:, :, 1:, 1:])  # 15 -> 14
        return self.third_up(h)[:, :, 1:, 1:]  # 29 -> 28


class Encoder(nn.Module):
    def __init__(self, base, k):
        super().__init__()
        self.first_down = nn.Conv2d(1, base, 3, stride=2)
        self.second_down = nn.Conv2d(base, 2 * base, 3, stride=2)
        self.third_down = nn.Conv2d(2 * base, 4 * base, 3, stride=2)
        self.mu_head = nn.Linear(4 * base * 4 * 4, k)
        self.logvar_head = nn.Linear(4 * base * 4 * 4, k)

    def forward(self, x):
        for layer in (self.first_down, self.second_down, self.third_down):
            x = F.relu(layer(F.pad(x, (1, 1, 1, 1))))
        x = torch.flatten(x, 1)
        return self.mu_head(x), self.logvar_head(x)


class ConvVAE(nn.Module):
    def __init__(self, base=16, k=20):
        super().__init__()
        self.register_buffer("one_half", torch.tensor(0.5))
        self.decoder = Decoder(base, k)
        self.encoder = Encoder(base, k)

    def encode(self, x):
        return self.encoder(x)

    def decode(self, z):
        return self.decoder(z)

    def forward(self, x, eps):
        mu, logvar = self.encode(x)
        return self.decode(mu + (self.one_half * logvar).exp() * eps), mu, logvar
