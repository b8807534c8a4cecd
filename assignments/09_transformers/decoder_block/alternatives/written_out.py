"""Both orders written out, masks by hand, own names."""

import torch
from given.attention import MultiHeadAttention
from torch import nn


class DecoderBlock(nn.Module):
    def __init__(self, d, heads, d_ff, norm="pre", act="gelu", dropout=0.0):
        super().__init__()
        if norm not in ["pre", "post"]:
            raise ValueError("norm")
        if act not in ["gelu", "relu"]:
            raise ValueError("act")
        self.post = norm == "post"
        self.masked_attention = MultiHeadAttention(d, heads)
        self.memory_attention = MultiHeadAttention(d, heads)
        self.norm_a, self.norm_b, self.norm_c = (nn.LayerNorm(d) for _ in range(3))
        self.network = nn.Sequential(nn.Linear(d, d_ff), nn.GELU() if act == "gelu" else nn.ReLU(), nn.Linear(d_ff, d))
        self.drop = nn.Dropout(dropout)

    def forward(self, x, memory, mem_mask=None):
        t = x.size(1)
        places = torch.arange(t, device=x.device)
        allowed = places[None, :] <= places[:, None]
        keys = None
        if mem_mask is not None:
            keys = mem_mask[:, None, None, :]
        if self.post:
            x = self.norm_a(x + self.drop(self.masked_attention(x, x, allowed)))
            x = self.norm_b(x + self.drop(self.memory_attention(x, memory, keys)))
            return self.norm_c(x + self.drop(self.network(x)))
        y = self.norm_a(x)
        x = x + self.drop(self.masked_attention(y, y, allowed))
        x = x + self.drop(self.memory_attention(self.norm_b(x), memory, keys))
        return x + self.drop(self.network(self.norm_c(x)))
