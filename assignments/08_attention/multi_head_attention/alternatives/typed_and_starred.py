# ruff: noqa: F403, F405, UP045
"""Star imports, einops and type hints that name what is forbidden: habits, not uses."""

from typing import Optional

import torch
from einops import rearrange
from torch import *
from torch import nn
from torch.nn.functional import *

Layer = Optional[nn.MultiheadAttention]


def masked_softmax(scores: torch.Tensor, mask: Optional[torch.Tensor]) -> torch.Tensor:
    if mask is None:
        return softmax(scores, dim=-1)
    greatest = scores.masked_fill(~mask, -torch.inf).amax(-1, keepdim=True).nan_to_num(neginf=0)
    weights = exp((scores - greatest).masked_fill(~mask, -torch.inf))
    return weights / weights.sum(-1, keepdim=True).clamp_min(1e-30)


class MultiHeadAttention(nn.Module):
    like: Layer = None

    def __init__(self, d_model: int, n_heads: int, bias: bool = True, dropout: float = 0.0) -> None:
        super().__init__()
        if d_model % n_heads:
            raise ValueError("n_heads must divide d_model")
        self.heads = n_heads
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model, bias) for _ in "qkvo")
        self.dropout = nn.Dropout(dropout)

    def forward(self, xq: torch.Tensor, xkv: torch.Tensor, mask: Optional[torch.Tensor] = None):
        assert not isinstance(xq, nn.MultiheadAttention)
        parts = (self.q(xq), self.k(xkv), self.v(xkv))
        q, k, v = (rearrange(x, "b t (h d) -> b h t d", h=self.heads) for x in parts)
        if mask is not None:
            mask = mask[:, None] if mask.dim() == 3 else mask
            mask = mask.expand(len(xq), self.heads, q.shape[2], k.shape[2])
        weights = masked_softmax(q @ k.mT / q.shape[-1] ** 0.5, mask)
        return self.o(rearrange(self.dropout(weights) @ v, "b h t d -> b t (h d)")), weights
