"""A Vision Transformer: an image is read like a sentence of patches."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import nn

from reference.transformers.encoder_block import EncoderBlock

Pictures = Float[torch.Tensor, "N C H W"]


class ViTEmbedding(nn.Module):
    """Patches as tokens, a token for the class in front of them, and learned positions for all.

        tokens = [cls; proj(patch 1); ...; proj(patch n)] + pos

    The patches and their entries are in the order of `vit_patchify` (here in torch). The parts have these names, under
    which the grader loads its own weights: `proj`, Linear(c_in * patch^2, d); `cls`, a parameter of shape (1, 1, d);
    `pos`, a parameter of shape (1, n + 1, d), for cls first.
    """

    def __init__(self, image: int, patch: int, c_in: int, d: int) -> None:
        """Make the parts, for square images of `image` pixels a side; the initial values of cls and pos are yours to
        choose.

        Raises:
            ValueError: if patch is below 1 or does not divide image; the message names patch.
        """
        super().__init__()
        if patch < 1 or image % patch:
            raise ValueError(f"patch: {patch} does not divide {image}")
        self.patch, self.shape = patch, (c_in, image, image)
        self.proj = nn.Linear(c_in * patch**2, d)
        self.cls = nn.Parameter(0.02 * torch.randn(1, 1, d))
        self.pos = nn.Parameter(0.02 * torch.randn(1, (image // patch) ** 2 + 1, d))

    def forward(self, x: Pictures) -> Float[torch.Tensor, "N n d"]:
        """Images of shape (N, c_in, image, image) as tokens of shape (N, n + 1, d), n the number of patches."""
        if x.shape[1:] != self.shape:
            raise ValueError(f"x: images of {tuple(x.shape[1:])}, and not {self.shape}")
        p = self.patch
        cut = x.unflatten(3, (-1, p)).unflatten(2, (-1, p))  # (N, C, rows, p, columns, p)
        patches = cut.permute(0, 2, 4, 1, 3, 5).flatten(3).flatten(1, 2)
        return torch.cat([self.cls.expand(len(x), -1, -1), self.proj(patches)], dim=1) + self.pos


class ViT(nn.Module):
    """ViTEmbedding, pre-norm blocks that see all tokens, a last norm, and a linear layer that reads the token of the
    class.

    The parts have these names, under which the grader loads its own weights: `emb`, ViTEmbedding(image, patch, c_in,
    d); `blocks`, a ModuleList of `EncoderBlock(d, heads, d_ff)`, pre-norm with gelu; `ln`, LayerNorm(d) after the last
    block; `head`, Linear(d, classes), on token 0.
    """

    def __init__(self, image: int, patch: int, c_in: int, d: int, heads: int, layers: int, d_ff: int, classes: int) -> None:
        """Make the parts."""
        super().__init__()
        if any(size < 0 for size in (layers, classes)):
            raise ValueError(f"layers, classes: {layers, classes}, and neither may be negative")
        self.emb = ViTEmbedding(image, patch, c_in, d)
        self.blocks = nn.ModuleList(EncoderBlock(d, heads, d_ff) for _ in range(layers))
        self.ln = nn.LayerNorm(d)
        self.head = nn.Linear(d, classes)

    def forward(self, x: Pictures) -> Float[torch.Tensor, "N classes"]:
        """Images of shape (N, c_in, image, image) to logits of shape (N, classes)."""
        x = self.emb(x)
        for block in self.blocks:
            x = block(x)
        return self.head(self.ln(x)[:, 0])
