"""Classifying texts of different lengths: an encoder, and the mean of what it says about the real tokens."""

from __future__ import annotations

import math

import torch
from given.attention import padding_mask
from jaxtyping import Float, Int
from torch import nn

from reference.transformers.encoder_block import EncoderBlock
from reference.transformers.sinusoidal_pe import sinusoidal_pe


class TransformerClassifier(nn.Module):
    """sqrt(d) emb + sinusoids, pre-norm blocks that see the real tokens only, a last norm, the mean over the real
    tokens, logits.

    The parts have these names, under which the grader loads its own weights: `emb`, Embedding(vocab, d); `blocks`, a
    ModuleList of `EncoderBlock(d, heads, d_ff)`, pre-norm with gelu; `ln`, LayerNorm(d) after the last block, before
    the mean; `fc`, Linear(d, classes). The sinusoids are not learned.
    """

    def __init__(self, vocab: int, d: int, heads: int, d_ff: int, layers: int, classes: int, max_len: int = 512) -> None:
        """Make the parts, for texts of at most max_len tokens."""
        super().__init__()
        if any(size < 0 for size in (vocab, layers, classes)):
            raise ValueError(f"vocab, layers, classes: {vocab, layers, classes}, and none may be negative")
        self.emb = nn.Embedding(vocab, d)
        self.blocks = nn.ModuleList(EncoderBlock(d, heads, d_ff) for _ in range(layers))
        self.ln = nn.LayerNorm(d)
        self.fc = nn.Linear(d, classes)
        self.register_buffer("pe", torch.tensor(sinusoidal_pe(max_len, d), dtype=torch.float32), persistent=False)

    def forward(self, ids: Int[torch.Tensor, "N T"], lengths: Int[torch.Tensor, "N"]) -> Float[torch.Tensor, "N classes"]:
        """Logits for each text.

        Args:
            ids: token numbers, shape (N, T), filled up behind each text.
            lengths: how many tokens of each row are real, at least 1, shape (N,). What stands behind them has no
                influence.

        Returns:
            Logits of shape (N, classes).

        Raises:
            ValueError: if T > max_len, or a length is below 1 or above T; the message names the argument.
        """
        t = ids.shape[1]
        if t > len(self.pe):
            raise ValueError(f"ids: {t} tokens, but there are {len(self.pe)} positions")
        if lengths.shape != ids.shape[:1]:
            raise ValueError(f"lengths: {tuple(lengths.shape)} does not fit {len(ids)} rows")
        if ((lengths < 1) | (lengths > t)).any():
            raise ValueError(f"lengths: between 1 and {t} tokens are possible")
        real = padding_mask(lengths.cpu(), t).to(ids.device)  # (N, T)
        x = math.sqrt(self.emb.embedding_dim) * self.emb(ids) + self.pe[:t]
        for block in self.blocks:
            x = block(x, real[:, None, :])
        x = self.ln(x) * real[:, :, None]
        return self.fc(x.sum(dim=1) / lengths[:, None])
