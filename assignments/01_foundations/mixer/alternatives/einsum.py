"""Own parameters and einsum for the tokens, axes by hand."""

import torch
import torch.nn.functional as F
from torch import nn


class MixerBlock(nn.Module):
    def __init__(self, tokens, dim, hidden_t, hidden_d):
        super().__init__()
        self.ln1 = nn.LayerNorm(dim)
        self.up, self.down = nn.Linear(tokens, hidden_t), nn.Linear(hidden_t, tokens)
        self.ln2 = nn.LayerNorm(dim)
        self.wide, self.narrow = nn.Linear(dim, hidden_d), nn.Linear(hidden_d, dim)

    def forward(self, x):
        h = torch.einsum("ntd,ht->nhd", self.ln1(x), self.up.weight) + self.up.bias[:, None]
        h = torch.einsum("nhd,th->ntd", F.gelu(h), self.down.weight) + self.down.bias[:, None]
        x = x + h
        return self.narrow(F.gelu(self.wide(self.ln2(x)))) + x
