"""Loops over samples and heads, softmax by hand."""

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads, bias=True, dropout=0.0):
        super().__init__()
        self.d, left = divmod(d_model, n_heads)
        if left:
            raise ValueError(f"{d_model} is no multiple of {n_heads}")
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model, bias=bias) for _ in range(4))
        self.dropout = nn.Dropout(p=dropout)

    def forward(self, xq, xkv, mask=None):
        if mask is not None and mask.dim() == 4:
            mask = mask.squeeze(1)
        outs, maps = [], []
        for b in range(xq.size(0)):
            allowed = None if mask is None else mask if mask.dim() == 2 else mask[b]
            found = [
                self.head(q, k, v, allowed)
                for q, k, v in zip(*(layer(x[b]).split(self.d, 1) for layer, x in self.pairs(xq, xkv)))
            ]
            outs.append(self.o(torch.cat([out for out, _ in found], 1)))
            maps.append(torch.stack([a for _, a in found]))
        return torch.stack(outs), torch.stack(maps)

    def pairs(self, xq, xkv):
        return (self.q, xq), (self.k, xkv), (self.v, xkv)

    def head(self, q, k, v, allowed):
        scores = (q @ k.T) / self.d**0.5
        powers = torch.exp(scores - scores.max(1, keepdim=True).values)
        if allowed is not None:
            powers = powers * allowed
        a = powers / powers.sum(1, keepdim=True).clamp_min(1e-30)
        return self.dropout(a) @ v, a
