"""The position-wise network as a Sequential, own names, one helper for both orders."""

from given.attention import MultiHeadAttention
from torch import nn


class EncoderBlock(nn.Module):
    def __init__(self, d, heads, d_ff, norm="pre", act="gelu", dropout=0.0):
        super().__init__()
        if norm not in {"pre", "post"}:
            raise ValueError("norm must be 'pre' or 'post'")
        activations = {"gelu": nn.GELU, "relu": nn.ReLU}
        if act not in activations:
            raise ValueError("act must be 'gelu' or 'relu'")
        self.order = norm
        self.attention = MultiHeadAttention(d, heads)
        self.norms = nn.ModuleList([nn.LayerNorm(d), nn.LayerNorm(d)])
        self.mlp = nn.Sequential(nn.Linear(d, d_ff), activations[act](), nn.Linear(d_ff, d))
        self.dropout = nn.Dropout(dropout)

    def around(self, x, norm, branch):
        if self.order == "pre":
            return x + self.dropout(branch(norm(x)))
        return norm(x + self.dropout(branch(x)))

    def forward(self, x, mask=None):
        x = self.around(x, self.norms[0], lambda y: self.attention(y, y, mask))
        return self.around(x, self.norms[1], self.mlp)
