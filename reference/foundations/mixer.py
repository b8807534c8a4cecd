"""A block of the MLP-Mixer: two small MLPs, one across positions and one across features."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import nn


class MixerBlock(nn.Module):
    """Mixes tokens, then mixes features, both times around a skip connection.

        x <- x + transpose( MLP_T( transpose( LN_1(x) ) ) )    along the tokens, T -> hidden_t -> T, the same for every feature
        x <- x + MLP_D( LN_2(x) )                              along the features, D -> hidden_d -> D, the same for every token

    x has shape (N, T, D): T tokens (such as patches of an image) of D features. transpose exchanges the axes T and D. Each MLP
    is Linear, GELU, Linear. LN is layer normalisation over the D features, with parameters of its own each time. You may
    use the layers of torch.nn.

    Create the layers in the order in which they are applied. The grader finds out by shape, order and result which layer is
    which.
    """

    def __init__(self, tokens: int, dim: int, hidden_t: int, hidden_d: int) -> None:
        """Make the layers for T = tokens and D = dim."""
        super().__init__()
        self.norm_t = nn.LayerNorm(dim)
        self.mix_tokens = nn.Sequential(nn.Linear(tokens, hidden_t), nn.GELU(), nn.Linear(hidden_t, tokens))
        self.norm_d = nn.LayerNorm(dim)
        self.mix_features = nn.Sequential(nn.Linear(dim, hidden_d), nn.GELU(), nn.Linear(hidden_d, dim))

    def forward(self, x: Float[torch.Tensor, "N T D"]) -> Float[torch.Tensor, "N T D"]:
        """The mixed tokens, of the shape of x."""
        x = x + self.mix_tokens(self.norm_t(x).transpose(1, 2)).transpose(1, 2)
        return x + self.mix_features(self.norm_d(x))
