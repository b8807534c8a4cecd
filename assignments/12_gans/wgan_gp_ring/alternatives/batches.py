"""The rows of all steps drawn ahead of the initial weights, latents one batch at a time; players as classes."""

import torch
from torch import nn


class Player(nn.Module):
    def __init__(self, n_in, n_out, hidden=64):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(n_in, hidden), nn.Linear(hidden, hidden), nn.Linear(hidden, n_out)])

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = nn.functional.leaky_relu(layer(x), 0.2)
        return self.layers[-1](x)


def train_wgan_gp_ring(data, seed, steps=400):
    torch.manual_seed(seed)
    x = torch.from_numpy(data["x_train"])
    rows = torch.randint(0, x.shape[0], size=(steps, 5, 128))
    maker, critic = Player(8, 2), Player(2, 1)
    adam_g = torch.optim.Adam(maker.parameters(), lr=0.005, betas=(0.5, 0.9))
    adam_c = torch.optim.Adam(critic.parameters(), lr=0.005, betas=(0.5, 0.9))
    critic_loss, penalty, gen_loss = [], [], []
    for reals in x[rows]:
        zs = torch.stack([torch.randn(128, 8) for _ in range(5)])
        out = wgan_gp_train_step(maker, critic, adam_g, adam_c, reals, zs, torch.rand(5, 128), torch.randn(128, 8), 0.1)
        critic_loss += out["critic_loss"][4:]
        penalty += out["penalty"][4:]
        gen_loss += [out["gen_loss"]]
    history = {"critic_loss": critic_loss, "penalty": penalty, "gen_loss": gen_loss}
    return {"state": maker.state_dict(), "history": history}
