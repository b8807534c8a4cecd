"""A small class for the MLPs, in a list."""

from torch import nn


class _TwoLayers(nn.Module):
    def __init__(self, width, hidden):
        super().__init__()
        self.first = nn.Linear(width, hidden)
        self.act = nn.GELU()
        self.second = nn.Linear(hidden, width)

    def forward(self, h):
        return self.second(self.act(self.first(h)))


class MixerBlock(nn.Module):
    def __init__(self, tokens, dim, hidden_t, hidden_d):
        super().__init__()
        self.parts = nn.ModuleList(
            [nn.LayerNorm(dim), _TwoLayers(tokens, hidden_t), nn.LayerNorm(dim), _TwoLayers(dim, hidden_d)]
        )

    def forward(self, x):
        norm1, along_tokens, norm2, along_features = self.parts
        x = x + along_tokens(norm1(x).permute(0, 2, 1)).permute(0, 2, 1)
        return x + along_features(norm2(x))
