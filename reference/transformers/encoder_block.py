"""The block of an encoder: attention and a position-wise network, each with a way around it and a layer norm."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from given.attention import MultiHeadAttention
from jaxtyping import Bool, Float
from torch import nn


class EncoderBlock(nn.Module):
    """Self-attention and a position-wise network, each as a branch whose output is added to its input.

        norm="pre":   x = x + attn(ln1(x)),  then  x = x + ff(ln2(x))
        norm="post":  x = ln1(x + attn(x)),  then  x = ln2(x + ff(x))

    with ff(x) = ff2(act(ff1(x))). The parts have these names, under which the grader loads its own weights: `attn`, a
    MultiHeadAttention(d, heads) of given.attention (called as attn(queries from, keys and values from, mask)); `ff1`
    and `ff2`, linear layers from d to d_ff features and back; `ln1` and `ln2`, LayerNorm(d). In training, dropout acts
    on the outputs of both branches before they are added. Torch's own Transformer layers are not allowed.
    """

    def __init__(self, d: int, heads: int, d_ff: int, norm: str = "pre", act: str = "gelu", dropout: float = 0.0) -> None:
        """Make the parts.

        Args:
            d, heads, d_ff: features of a token, number of heads, units of the position-wise network.
            norm: "pre" or "post".
            act: "gelu" (the exact one) or "relu".
            dropout: probability of DROPPING a number of a branch's output.

        Raises:
            ValueError: for another norm or act; the message names the argument.
        """
        super().__init__()
        if norm not in ("pre", "post"):
            raise ValueError(f"norm: {norm!r} is neither 'pre' nor 'post'")
        if act not in ("gelu", "relu"):
            raise ValueError(f"act: {act!r} is neither 'gelu' nor 'relu'")
        self.norm, self.act = norm, F.gelu if act == "gelu" else F.relu
        self.attn = MultiHeadAttention(d, heads)
        self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.ff1, self.ff2 = nn.Linear(d, d_ff), nn.Linear(d_ff, d)
        self.drop = nn.Dropout(dropout)

    def forward(
        self, x: Float[torch.Tensor, "N T d"], mask: Bool[torch.Tensor, "..."] | None = None
    ) -> Float[torch.Tensor, "N T d"]:
        """One block.

        Args:
            x: tokens, shape (N, T, d).
            mask: boolean, True where a query may look, in a shape that MultiHeadAttention takes: (T, T), (N, T, T) or
                (N, 1, 1, T).

        Returns:
            The new tokens, shape (N, T, d).
        """
        if self.norm == "pre":
            seen = self.ln1(x)
            x = x + self.drop(self.attn(seen, seen, mask))
            return x + self.drop(self.ff2(self.act(self.ff1(self.ln2(x)))))
        x = self.ln1(x + self.drop(self.attn(x, x, mask)))
        return self.ln2(x + self.drop(self.ff2(self.act(self.ff1(x)))))
