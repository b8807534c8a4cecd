"""Blocks as modules of their own, an index of positions for the mask, logits by F.linear."""

import torch
import torch.nn.functional as F
from torch import nn


class CausalAttention(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        if heads < 1 or d % heads != 0:
            raise ValueError("heads must divide d")
        self.h, self.w = heads, d // heads
        self.q = nn.Linear(d, d)
        self.k = nn.Linear(d, d)
        self.v = nn.Linear(d, d)
        self.o = nn.Linear(d, d)

    def forward(self, x, past=None):
        n, t, d = x.shape
        q = self.q(x).view(n, t, self.h, self.w).permute(0, 2, 1, 3)
        k = self.k(x).view(n, t, self.h, self.w).permute(0, 2, 1, 3)
        v = self.v(x).view(n, t, self.h, self.w).permute(0, 2, 1, 3)
        before = 0
        if past is not None:
            before = past[0].size(2)
            k = torch.cat((past[0], k), -2)
            v = torch.cat((past[1], v), -2)
        queries, keys = torch.arange(before, before + t), torch.arange(before + t)
        allowed = keys[None, :] <= queries[:, None]
        scores = torch.einsum("nhid,nhjd->nhij", q, k) * self.w**-0.5
        weights = torch.softmax(torch.where(allowed, scores, torch.tensor(-1e9)), -1)
        out = torch.einsum("nhij,nhjd->nihd", weights, v).reshape(n, t, d)
        return self.o(out), (k, v)


class Block(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.attn = CausalAttention(d, heads)
        self.ff1, self.ff2 = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)

    def forward(self, x, past):
        out, past = self.attn(self.ln1(x), past)
        x = x + out
        return x + self.ff2(F.gelu(self.ff1(self.ln2(x)))), past


class CharGPT(nn.Module):
    def __init__(self, vocab, d, heads, layers, max_len):
        super().__init__()
        self.max_len = max_len
        self.tok, self.pos = nn.Embedding(vocab, d), nn.Embedding(max_len, d)
        self.blocks = nn.ModuleList([Block(d, heads) for _ in range(layers)])
        self.ln = nn.LayerNorm(d)
        self.head = nn.Linear(d, vocab, bias=False)

    def forward(self, ids, past=None):
        past = past or [None] * len(self.blocks)
        begin = 0 if past[0] is None else past[0][0].shape[-2]
        end = begin + ids.shape[1]
        if end > self.max_len:
            raise ValueError("ids: too long")
        x = self.tok(ids) + self.pos(torch.arange(begin, end))
        new = []
        for block, before in zip(self.blocks, past):
            x, after = block(x, before)
            new.append(after)
        return F.linear(self.ln(x), self.head.weight), new
