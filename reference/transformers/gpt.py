"""GPT: a stack of causal blocks that predicts the next token at every position."""

from __future__ import annotations

import torch
from given.attention import causal_mask
from jaxtyping import Float, Int
from torch import nn

from reference.transformers.encoder_block import EncoderBlock


class GPT(nn.Module):
    """A decoder without an encoder: token and position tables, pre-norm blocks under a causal mask, a last norm,
    logits.

    The parts have these names, under which the grader loads its own weights: `tok`, Embedding(vocab, d); `pos`,
    Embedding(max_len, d), added to the tokens (no factor); `blocks`, a ModuleList of `EncoderBlock(d, heads, 4 * d)`,
    pre-norm with gelu; `ln`, LayerNorm(d) after the last block; `head`, Linear(d, vocab) without bias. With tie=True
    the head has no matrix of its own: it uses that of tok, the very same parameter, so that training moves both at
    once.
    """

    def __init__(self, vocab: int, d: int, heads: int, layers: int, max_len: int, tie: bool = False) -> None:
        """Make the parts, for at most max_len tokens."""
        super().__init__()
        if any(size < 0 for size in (vocab, layers, max_len)):
            raise ValueError(f"vocab, layers, max_len: {vocab, layers, max_len}, and none may be negative")
        self.tok, self.pos = nn.Embedding(vocab, d), nn.Embedding(max_len, d)
        self.blocks = nn.ModuleList(EncoderBlock(d, heads, 4 * d) for _ in range(layers))
        self.ln = nn.LayerNorm(d)
        self.head = nn.Linear(d, vocab, bias=False)
        if tie:
            self.head.weight = self.tok.weight

    def forward(self, ids: Int[torch.Tensor, "N T"]) -> Float[torch.Tensor, "N T vocab"]:
        """Logits for the token after each position.

        Args:
            ids: token numbers, shape (N, T).

        Returns:
            Logits of shape (N, T, vocab); those at position t depend on the tokens up to t only.

        Raises:
            ValueError: if T > max_len; the message names ids.
        """
        t = ids.shape[1]
        if t > self.pos.num_embeddings:
            raise ValueError(f"ids: {t} tokens, but there are {self.pos.num_embeddings} positions")
        x = self.tok(ids) + self.pos.weight[:t]
        past = causal_mask(t).to(ids.device)
        for block in self.blocks:
            x = block(x, past)
        return self.head(self.ln(x))
