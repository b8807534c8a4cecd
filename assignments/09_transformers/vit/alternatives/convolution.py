"""Patches by unfold, own names, the class token put in front by hand."""

import torch
from torch import nn


class ViTEmbedding(nn.Module):
    def __init__(self, image, patch, c_in, d):
        super().__init__()
        if patch < 1 or image % patch != 0:
            raise ValueError("patch must divide image")
        n = (image // patch) ** 2
        self.unfold = nn.Unfold(patch, stride=patch)
        self.pos = nn.Parameter(torch.zeros(1, n + 1, d))
        self.cls = nn.Parameter(torch.zeros(1, 1, d))
        self.proj = nn.Linear(c_in * patch * patch, d)

    def forward(self, x):
        tokens = self.proj(self.unfold(x).transpose(1, 2))
        out = torch.empty(len(x), tokens.shape[1] + 1, tokens.shape[2])
        out[:, :1] = self.cls
        out[:, 1:] = tokens
        return out + self.pos


class ViT(nn.Module):
    def __init__(self, image, patch, c_in, d, heads, layers, d_ff, classes):
        super().__init__()
        self.emb = ViTEmbedding(image, patch, c_in, d)
        self.blocks = nn.Sequential(*[EncoderBlock(d, heads, d_ff) for _ in range(layers)])
        self.ln = nn.LayerNorm(d)
        self.head = nn.Linear(d, classes)

    def forward(self, x):
        return self.head(self.ln(self.blocks(self.emb(x)).select(1, 0)))
