"""The mean as a product with weights, the mask with four axes, own names."""

import torch
from torch import nn


class TransformerClassifier(nn.Module):
    def __init__(self, vocab, d, heads, d_ff, layers, classes, max_len=512):
        super().__init__()
        self.out = nn.Linear(d, classes)
        self.words = nn.Embedding(vocab, d)
        self.stack = nn.ModuleList([EncoderBlock(d, heads, d_ff, norm="pre") for _ in range(layers)])
        self.final = nn.LayerNorm(d)
        self.register_buffer("table", torch.as_tensor(sinusoidal_pe(max_len, d)).float() / d**0.5)

    def forward(self, ids, lengths):
        n, t = ids.shape
        if t > len(self.table):
            raise ValueError(f"ids with {t} tokens")
        if (lengths < 1).any() or (lengths > t).any():
            raise ValueError("lengths out of range")
        there = torch.arange(t).expand(n, t) < lengths.unsqueeze(1)
        x = (self.words(ids) + self.table[:t]) * self.table.shape[1] ** 0.5
        for block in self.stack:
            x = block(x, mask=there[:, None, None, :])
        weights = there.float() / lengths.unsqueeze(1)
        return self.out(torch.einsum("nt,ntd->nd", weights, self.final(x)))
