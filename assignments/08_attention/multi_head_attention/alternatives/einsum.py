"""einsum for every product, minus infinity with rescued rows, and the function form of dropout told the mode."""

import torch
from torch import nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads, bias=True, dropout=0.0):
        super().__init__()
        if d_model % n_heads:
            raise ValueError("n_heads must divide d_model")
        self.h, self.d, self.p = n_heads, d_model // n_heads, dropout
        for name in "qkvo":
            setattr(self, name, nn.Linear(d_model, d_model, bias))

    def forward(self, xq, xkv, mask=None):
        q = self.q(xq).reshape(*xq.shape[:2], self.h, self.d)
        k = self.k(xkv).reshape(*xkv.shape[:2], self.h, self.d)
        v = self.v(xkv).reshape(*xkv.shape[:2], self.h, self.d)
        scores = torch.einsum("bthd,bshd->bhts", q, k) * self.d**-0.5
        if mask is None:
            mask = torch.ones(xq.shape[1], xkv.shape[1], dtype=torch.bool, device=xq.device)
        if mask.dim() == 3:
            mask = mask[:, None]
        empty = ~mask.any(-1, keepdim=True)
        scores = torch.where(mask | empty, scores, float("-inf"))
        weights = torch.softmax(scores, -1) * ~empty
        used = nn.functional.dropout(weights, self.p, training=self.training)
        return self.o(torch.einsum("bhts,bshd->bthd", used, v).reshape(xq.shape)), weights
