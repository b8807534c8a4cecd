"""A buffer with a large mask, parts in a dict, one of them under two names."""

import torch
from given.attention import MultiHeadAttention, causal_mask
from torch import nn
from torch.nn import functional as F


class DecoderBlock(nn.Module):
    def __init__(self, d, heads, d_ff, norm="pre", act="gelu", dropout=0.0):
        super().__init__()
        if norm not in ("pre", "post"):
            raise ValueError(f"unknown norm {norm}")
        if act not in ("gelu", "relu"):
            raise ValueError(f"unknown act {act}")
        self.norm, self.act, self.p = norm, getattr(F, act), dropout
        self.ln3, self.ln2, self.ln1 = nn.LayerNorm(d), nn.LayerNorm(d), nn.LayerNorm(d)
        self.ff2, self.ff1 = nn.Linear(d_ff, d), nn.Linear(d, d_ff)
        self.cross_attn, self.self_attn = MultiHeadAttention(d, heads), MultiHeadAttention(d, heads)
        self.out_layer = self.ff2
        self.register_buffer("mask", causal_mask(64))

    def forward(self, x, memory, mem_mask=None):
        n, t, _ = x.shape
        if mem_mask is None:
            mem_mask = torch.ones(memory.shape[:2], dtype=torch.bool, device=x.device)
        branches = [
            (self.ln1, lambda y: self.self_attn(y, y, self.mask[:t, :t])),
            (self.ln2, lambda y: self.cross_attn(y, memory, mem_mask.unsqueeze(1).expand(n, t, -1))),
            (self.ln3, lambda y: self.out_layer(self.act(self.ff1(y)))),
        ]
        for ln, f in branches:
            y = f(ln(x) if self.norm == "pre" else x)
            x = x + F.dropout(y, self.p, self.training)
            x = ln(x) if self.norm == "post" else x
        return x
