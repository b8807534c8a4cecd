"""Multi-head attention as a torch module, with biases, dropout and masks of several shapes."""

from __future__ import annotations

import math

import torch
from jaxtyping import Bool, Float
from torch import nn


class MultiHeadAttention(nn.Module):
    """Multi-head attention with its four projections as layers.

        q, k, v = self.q(xq), self.k(xkv), self.v(xkv)      cut into H heads of width D = d_model / H
        weights = softmax(q @ k^T / sqrt(D)) over the keys, where the mask allows
        out     = self.o(the heads dropout(weights) @ v, side by side)

    The layers are called q, k, v and o: the grader loads weights by these names. In training, dropout
    zeroes single weights and rescales the others; in evaluation mode it does nothing. Ready-made
    attention is not allowed.
    """

    def __init__(self, d_model: int, n_heads: int, bias: bool = True, dropout: float = 0.0) -> None:
        """Make the four linear layers, each from d_model to d_model features.

        Args:
            d_model: features of a token.
            n_heads: number of heads; a ValueError if it does not divide d_model.
            bias: whether the four layers have biases.
            dropout: probability of DROPPING an attention weight.
        """
        super().__init__()
        if d_model % n_heads != 0:
            raise ValueError(f"{n_heads} heads do not divide {d_model} features")
        self.n_heads = n_heads
        self.q = nn.Linear(d_model, d_model, bias=bias)
        self.k = nn.Linear(d_model, d_model, bias=bias)
        self.v = nn.Linear(d_model, d_model, bias=bias)
        self.o = nn.Linear(d_model, d_model, bias=bias)
        self.drop = nn.Dropout(dropout)

    def forward(
        self,
        xq: Float[torch.Tensor, "B T E"],
        xkv: Float[torch.Tensor, "B S E"],
        mask: Bool[torch.Tensor, "..."] | None = None,
    ) -> tuple[Float[torch.Tensor, "B T E"], Float[torch.Tensor, "B H T S"]]:
        """Attend from xq to xkv.

        Args:
            xq, xkv: shapes (B, T, d_model) and (B, S, d_model).
            mask: boolean, True where a query may look; of shape (T, S), the same for all samples, or
                (B, T, S) or (B, 1, T, S), one for each sample and the same for all of its heads. A query
                that may look nowhere has weight 0 everywhere, and no gradient is nan. All tokens are finite,
                hidden ones included.

        Returns:
            out of shape (B, T, d_model), and the weights of shape (B, H, T, S) as they were before
            dropout.
        """
        q, k, v = self._split(self.q(xq)), self._split(self.k(xkv)), self._split(self.v(xkv))
        scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])  # (B, H, T, S)
        if mask is not None:
            if mask.ndim == 3:
                mask = mask.unsqueeze(1)  # (B, 1, T, S): the head axis is not the batch axis
            scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        weights = scores.softmax(dim=-1)
        if mask is not None:
            weights = weights.masked_fill(~mask, 0.0)  # matters where nothing was allowed
        heads = self.drop(weights) @ v  # (B, H, T, D)
        return self.o(heads.transpose(1, 2).flatten(2)), weights

    def _split(self, x: torch.Tensor) -> torch.Tensor:
        """(B, T, E) -> (B, H, T, D)."""
        return x.unflatten(-1, (self.n_heads, -1)).transpose(1, 2)
