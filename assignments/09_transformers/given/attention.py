"""Multi-head attention, masks and sampling, as you wrote them in the assignment on attention; here they are built on
torch."""

import torch
import torch.nn.functional as F
from torch import nn


class MultiHeadAttention(nn.Module):
    """Attention with `heads` heads over d features. Its four linear layers (with biases) are called q, k, v and o."""

    def __init__(self, d, heads):
        super().__init__()
        if d < 1:
            raise ValueError(f"d is {d}: it must be at least 1")
        if heads < 1 or d % heads:
            raise ValueError(f"heads: {heads} is no divisor of {d}")
        self.heads, self.width = heads, d // heads
        for name in "qkvo":
            setattr(self, name, nn.Linear(d, d))

    def forward(self, xq, xkv, mask=None):
        """From xq (N, T, d) to xkv (N, S, d), result (N, T, d).

        mask: boolean, True where a query may look, of shape (T, S), (N, T, S) or (N, 1, T, S); axes of length 1 are
            stretched.
        """
        mixed = self._attend(xq, xkv, self._cut(self.v(xkv)), mask)
        return self.o(mixed.permute(0, 2, 1, 3).reshape(xq.shape))

    def maps(self, xq, xkv, mask=None):
        """The attention weights, shape (N, heads, T, S), for pictures."""
        size = xkv.shape[1]
        return self._attend(xq, xkv, torch.eye(size).expand(len(xkv), self.heads, size, size), mask)

    def _attend(self, xq, xkv, values, mask):
        if mask is not None:
            mask = mask[:, None] if mask.ndim == 3 else mask
            mask = torch.zeros(mask.shape, device=xq.device).masked_fill(~mask, -1e9)
        return F.scaled_dot_product_attention(self._cut(self.q(xq)), self._cut(self.k(xkv)), values, attn_mask=mask)

    def _cut(self, x):
        return x.view(*x.shape[:2], self.heads, self.width).permute(0, 2, 1, 3)  # (N, heads, T, d / heads)


def causal_mask(t):
    """(t, t), True where token i may look at token j: j <= i."""
    return torch.ones(t, t, dtype=torch.bool).tril()


def padding_mask(lengths, t):
    """(N, t), True at the first lengths[n] places of row n."""
    return torch.arange(t) < torch.as_tensor(lengths)[:, None]


def sample_next_token(logits, u, temperature=1.0, top_k=None):
    """One id for each row of logits (N, V), by the numbers u (N,) in [0, 1): the first id whose cumulative probability
    exceeds u."""
    if not temperature > 0:
        raise ValueError(f"temperature is {temperature}: it must be positive")
    if top_k is not None and top_k < 1:
        raise ValueError(f"top_k is {top_k}: it must be at least 1")
    scaled = logits / temperature
    if top_k is not None:
        ranks = scaled.argsort(dim=-1, descending=True, stable=True).argsort(dim=-1)
        scaled = scaled.masked_fill(ranks >= top_k, -torch.inf)
    sums = scaled.double().softmax(dim=-1).cumsum(dim=-1)
    return (sums / sums[:, -1:] > torch.as_tensor(u)[:, None]).int().argmax(dim=-1)
