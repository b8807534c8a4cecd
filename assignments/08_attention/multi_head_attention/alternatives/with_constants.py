"""The scale as a buffer, the layers also under long names, created from o to q."""

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads, bias=True, dropout=0.0):
        super().__init__()
        if d_model % n_heads:
            raise ValueError("the heads do not divide the features")
        self.heads, self.dropout = n_heads, nn.Dropout(dropout)
        self.register_buffer("scale", torch.tensor((d_model / n_heads) ** -0.5))
        self.o, self.v, self.k, self.q = (nn.Linear(d_model, d_model, bias=bias) for _ in range(4))
        self.query_layer, self.output_layer = self.q, self.o

    def forward(self, xq, xkv, mask=None):
        b, t, e = xq.shape
        q, k, v = (
            f(x).view(b, -1, self.heads, e // self.heads).transpose(1, 2)
            for f, x in ((self.query_layer, xq), (self.k, xkv), (self.v, xkv))
        )
        scores = self.scale * q @ k.mT
        if mask is None:
            weights = scores.softmax(-1)
        else:
            allowed = mask[:, None] if mask.dim() == 3 else mask
            weights = torch.where(allowed, scores, -1e30).softmax(-1) * allowed
        out = (self.dropout(weights) @ v).transpose(1, 2).reshape(b, t, e)
        return self.output_layer(out), weights
