"""Small models with the calls of the large ones, to try losses and steps with."""

import torch
from torch import nn


class Echo(nn.Module):
    """Called as model(src, src_len, dec_in): logits from the input of the decoder, the sum of the source, and its
    length.

    All its weights are 0 at first, so that it knows nothing.
    """

    def __init__(self, vocab):
        super().__init__()
        self.table = nn.Parameter(torch.zeros(vocab, vocab))
        self.source = nn.Parameter(torch.zeros(vocab))
        self.length = nn.Parameter(torch.zeros(vocab))

    def forward(self, src, src_len, dec_in):
        return self.table[dec_in] + src.sum(dim=1)[:, None, None] * self.source + src_len[:, None, None] * self.length


class Bigram(nn.Module):
    """Called as model(ids): logits for the next token from the last one alone. With `past`, it returns (logits,
    past)."""

    def __init__(self, vocab, out=None, past=False):
        super().__init__()
        self.table = nn.Parameter(torch.zeros(vocab, out or vocab))
        self.past = past

    def forward(self, ids, past=None):
        return (self.table[ids], past) if self.past else self.table[ids]


class Pixels(nn.Module):
    """Called as model(images): a linear layer on the pixels."""

    def __init__(self, pixels, classes):
        super().__init__()
        self.layer = nn.Linear(pixels, classes)

    def forward(self, x):
        return self.layer(x.flatten(1))
