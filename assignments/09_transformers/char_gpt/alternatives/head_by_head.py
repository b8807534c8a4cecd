"""Heads in a loop, own names, tables as parameters."""

import math

import torch
from torch import nn


class CausalAttention(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.width, rest = divmod(d, heads) if heads > 0 else (0, 1)
        if rest:
            raise ValueError(f"{heads} heads do not divide {d}")
        self.query, self.key, self.value, self.out = [nn.Linear(d, d) for _ in range(4)]

    def forward(self, x, past=None):
        def cut(y):
            return torch.stack(y.split(self.width, dim=-1), dim=1)

        q, k, v = cut(self.query(x)), cut(self.key(x)), cut(self.value(x))
        if past is not None:
            k, v = (torch.cat([old, fresh], dim=2) for old, fresh in zip(past, (k, v)))
        t, total = q.shape[2], k.shape[2]
        mixed = []
        for h in range(q.shape[1]):
            rows = []
            for i in range(t):
                upto = total - t + i + 1
                s = (k[:, h, :upto] @ q[:, h, i, :, None])[..., 0] / math.sqrt(self.width)
                p = torch.exp(s - s.max(1, keepdim=True).values)
                p = p / p.sum(1, keepdim=True)
                rows.append((p[:, :, None] * v[:, h, :upto]).sum(1))
            mixed.append(torch.stack(rows, 1))
        return self.out(torch.cat(mixed, -1)), (k, v)


class CharGPT(nn.Module):
    def __init__(self, vocab, d, heads, layers, max_len):
        super().__init__()
        self.letters = nn.Parameter(torch.randn(vocab, d))
        self.places = nn.Parameter(torch.randn(max_len, d))
        self.attentions = nn.ModuleList(CausalAttention(d, heads) for _ in range(layers))
        self.before = nn.ModuleList(nn.LayerNorm(d) for _ in range(layers))
        self.nets = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(d), nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d)) for _ in range(layers)
        )
        self.last = nn.LayerNorm(d)
        self.letters_out = nn.Linear(d, vocab, bias=False)

    def forward(self, ids, past=None):
        t0 = past[0][0].shape[2] if past is not None else 0
        if t0 + ids.shape[1] > len(self.places):
            raise ValueError("ids: no position left")
        x = self.letters[ids] + self.places[t0 : t0 + ids.shape[1]]
        kept = []
        for i in range(len(self.nets)):
            y, p = self.attentions[i](self.before[i](x), past[i] if past else None)
            kept.append(p)
            x = x + y
            x = x + self.nets[i](x)
        return self.letters_out(self.last(x)), kept
