"""A position table as a parameter, own names, parts in another order."""

import torch
from given.attention import causal_mask
from torch import nn


class GPT(nn.Module):
    def __init__(self, vocab, d, heads, layers, max_len, tie=False):
        super().__init__()
        self.unembed = nn.Linear(d, vocab, bias=False)
        self.last_norm = nn.LayerNorm(d)
        self.layers = nn.ModuleList([EncoderBlock(d, heads, 4 * d) for _ in range(layers)])
        self.places = nn.Parameter(torch.randn(max_len, d))
        self.words = nn.Embedding(vocab, d)
        if tie:
            self.words.weight = self.unembed.weight

    def forward(self, ids):
        n, t = ids.shape
        if t > self.places.shape[0]:
            raise ValueError("ids: too many tokens")
        stream = self.words(ids) + self.places[:t].unsqueeze(0)
        for layer in self.layers:
            stream = layer(stream, mask=causal_mask(t).expand(n, t, t))
        return self.unembed(self.last_norm(stream))
