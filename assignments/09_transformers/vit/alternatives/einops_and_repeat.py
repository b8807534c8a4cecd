"""einops, repeat in place of expand, own names in another order."""

import torch
from einops import rearrange, repeat
from torch import nn


class ViTEmbedding(nn.Module):
    def __init__(self, image, patch, c_in, d):
        super().__init__()
        rows, rest = divmod(image, patch) if patch > 0 else (0, 1)
        if rest:
            raise ValueError(f"patch {patch} does not divide the image")
        self.p = patch
        self.class_token = nn.Parameter(torch.randn(1, 1, d) * 0.02)
        self.position_table = nn.Parameter(torch.randn(1, rows * rows + 1, d) * 0.02)
        self.linear = nn.Linear(patch * patch * c_in, d)

    def forward(self, x):
        patches = rearrange(x, "n c (h p) (w q) -> n (h w) (c p q)", p=self.p, q=self.p)
        first = repeat(self.class_token, "1 1 d -> n 1 d", n=len(x))
        return torch.cat((first, self.linear(patches)), 1) + self.position_table


class ViT(nn.Module):
    def __init__(self, image, patch, c_in, d, heads, layers, d_ff, classes):
        super().__init__()
        self.classify = nn.Linear(d, classes)
        self.encoder = nn.ModuleList(EncoderBlock(d, heads, d_ff, "pre", "gelu") for _ in range(layers))
        self.norm = nn.LayerNorm(d)
        self.embedding = ViTEmbedding(image, patch, c_in, d)

    def forward(self, x):
        x = self.embedding(x)
        for layer in self.encoder:
            x = layer(x, None)
        return self.classify(self.norm(x[:, 0]))
