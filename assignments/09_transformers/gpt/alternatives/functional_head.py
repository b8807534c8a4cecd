"""The mask as a buffer, the head as a product, positions by look-up."""

import torch
from torch import nn
from torch.nn import functional as F


class GPT(nn.Module):
    def __init__(self, vocab, d, heads, layers, max_len, tie=False):
        super().__init__()
        self.tok = nn.Embedding(vocab, d)
        self.pos = nn.Embedding(max_len, d)
        self.blocks = nn.ModuleList()
        for _ in range(layers):
            self.blocks.append(EncoderBlock(d, heads, d * 4, norm="pre", act="gelu"))
        self.ln = nn.LayerNorm(d)
        self.head = None if tie else nn.Linear(d, vocab, bias=False)
        self.register_buffer("mask", torch.tril(torch.ones(max_len, max_len)).bool())

    def forward(self, ids):
        T = ids.size(1)
        if self.mask.size(0) < T:
            raise ValueError(f"ids has {T} tokens")
        x = self.tok(ids) + self.pos(torch.arange(T, device=ids.device))[None]
        for block in self.blocks:
            x = block(x, self.mask[:T, :T])
        matrix = self.tok.weight if self.head is None else self.head.weight
        return F.linear(self.ln(x), matrix)
