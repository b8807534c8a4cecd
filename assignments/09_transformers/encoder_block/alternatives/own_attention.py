"""Attention of one's own with the same four layers, norms by hand, gelu by erf."""

import math

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.h = heads
        self.o, self.v, self.k, self.q = [nn.Linear(d, d) for _ in range(4)]

    def forward(self, x, mask):
        n, t, d = x.shape
        q, k, v = (f(x).view(n, t, self.h, d // self.h).transpose(1, 2) for f in (self.q, self.k, self.v))
        scores = q @ k.mT / math.sqrt(d // self.h)
        if mask is not None:
            scores = scores.masked_fill(~(mask.unsqueeze(1) if mask.dim() == 3 else mask), float("-inf"))
        return self.o((torch.softmax(scores, -1) @ v).transpose(1, 2).reshape(n, t, d))


class EncoderBlock(nn.Module):
    def __init__(self, d, heads, d_ff, norm="pre", act="gelu", dropout=0.0):
        super().__init__()
        assert dropout >= 0
        if norm != "pre" and norm != "post":
            raise ValueError("norm")
        if act != "gelu" and act != "relu":
            raise ValueError("act")
        self.pre, self.gelu = norm == "pre", act == "gelu"
        self.attn = Attention(d, heads)
        self.ff1, self.ff2 = nn.Linear(d, d_ff), nn.Linear(d_ff, d)
        self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.d1, self.d2 = nn.Dropout(dropout), nn.Dropout(dropout)

    def normed(self, ln, x):
        centred = x - x.mean(-1, keepdim=True)
        return ln.weight * centred / torch.sqrt((centred**2).mean(-1, keepdim=True) + 1e-5) + ln.bias

    def ff(self, x):
        a = self.ff1(x)
        return self.ff2(a * 0.5 * (1 + torch.erf(a / 2**0.5)) if self.gelu else torch.relu(a))

    def forward(self, x, mask=None):
        if self.pre:
            x = x + self.d1(self.attn(self.normed(self.ln1, x), mask))
            return x + self.d2(self.ff(self.normed(self.ln2, x)))
        x = self.normed(self.ln1, x + self.d1(self.attn(x, mask)))
        return self.normed(self.ln2, x + self.d2(self.ff(x)))
