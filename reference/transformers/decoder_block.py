"""The block of a decoder: it looks at what it has written, then at what the encoder has read."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from given.attention import MultiHeadAttention, causal_mask
from jaxtyping import Bool, Float
from torch import nn


class DecoderBlock(nn.Module):
    """Causal self-attention, attention to the encoder's memory, and a position-wise network, in this order.

    Each is a branch f with a way around it and a layer norm of its own, ln1, ln2 and ln3:

        norm="pre":   x = x + f(ln(x))
        norm="post":  x = ln(x + f(x))

    The memory is never normalised here. The parts have these names, under which the grader loads its own weights:
    `self_attn` and `cross_attn`, each a MultiHeadAttention(d, heads) of given.attention; `ff1` and `ff2`, linear layers
    from d to d_ff features and back; `ln1`, `ln2` and `ln3`, LayerNorm(d). In training, dropout acts on the outputs of
    the three branches. Torch's own Transformer layers are not allowed.
    """

    def __init__(self, d: int, heads: int, d_ff: int, norm: str = "pre", act: str = "gelu", dropout: float = 0.0) -> None:
        """Make the parts; the arguments are those of `EncoderBlock`, with the same ValueErrors."""
        super().__init__()
        if norm not in ("pre", "post"):
            raise ValueError(f"norm: {norm!r} is neither 'pre' nor 'post'")
        if act not in ("gelu", "relu"):
            raise ValueError(f"act: {act!r} is neither 'gelu' nor 'relu'")
        self.norm, self.act = norm, F.gelu if act == "gelu" else F.relu
        self.self_attn, self.cross_attn = MultiHeadAttention(d, heads), MultiHeadAttention(d, heads)
        self.ln1, self.ln2, self.ln3 = nn.LayerNorm(d), nn.LayerNorm(d), nn.LayerNorm(d)
        self.ff1, self.ff2 = nn.Linear(d, d_ff), nn.Linear(d_ff, d)
        self.drop = nn.Dropout(dropout)

    def forward(
        self,
        x: Float[torch.Tensor, "N T d"],
        memory: Float[torch.Tensor, "N S d"],
        mem_mask: Bool[torch.Tensor, "N S"] | None = None,
    ) -> Float[torch.Tensor, "N T d"]:
        """One block.

        Args:
            x: tokens of the decoder, shape (N, T, d). Token t sees the tokens up to t, itself included.
            memory: what the encoder put out, shape (N, S, d). All of it is seen at every t.
            mem_mask: boolean, False where the memory is padding, shape (N, S).

        Returns:
            The new tokens, shape (N, T, d).
        """
        past = causal_mask(x.shape[1]).to(x.device)
        keys = None if mem_mask is None else mem_mask[:, None, :]  # (N, 1, S): the same keys for every query
        x = self._around(x, self.ln1, lambda y: self.self_attn(y, y, past))
        x = self._around(x, self.ln2, lambda y: self.cross_attn(y, memory, keys))
        return self._around(x, self.ln3, lambda y: self.ff2(self.act(self.ff1(y))))

    def _around(self, x, ln, branch):
        """The branch, the way around it, and the norm in its place."""
        return x + self.drop(branch(ln(x))) if self.norm == "pre" else ln(x + self.drop(branch(x)))
