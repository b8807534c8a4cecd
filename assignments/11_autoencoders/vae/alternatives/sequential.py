"""The two parts as Sequentials; the draw by torch.addcmul and a square root."""

import torch


class VAE(torch.nn.Module):
    def __init__(self, d=784, h=512, k=20):
        super().__init__()
        self.body = torch.nn.Sequential(torch.nn.Linear(d, h), torch.nn.ReLU())
        self.heads = torch.nn.ModuleList([torch.nn.Linear(h, k), torch.nn.Linear(h, k)])
        self.generator = torch.nn.Sequential(torch.nn.Linear(k, h), torch.nn.ReLU(), torch.nn.Linear(h, d))

    def encode(self, x):
        hidden = self.body(x)
        return [head(hidden) for head in self.heads]

    def decode(self, z):
        return self.generator(z)

    def forward(self, x, eps):
        mu, logvar = self.encode(x)
        return self.decode(torch.addcmul(mu, logvar.exp().sqrt(), eps)), mu, logvar
