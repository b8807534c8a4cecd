"""A translator without recurrence: good enough to try a training step and a decoder out."""

import torch
from torch import nn


class SumTranslator(nn.Module):
    """Adds up what it has read: the valid source tokens, and the decoder's inputs up to each step.

    Called as `model(src (N, S), src_len (N,), dec_in (N, T))`; returns logits of shape (N, T, v_tgt).
    `graphs` notes, for each call, whether a graph was built.
    """

    def __init__(self, v_src, v_tgt, width):
        super().__init__()
        self.src_emb = nn.Embedding(v_src, width)
        self.tgt_emb = nn.Embedding(v_tgt, width)
        self.out = nn.Linear(width, v_tgt)
        self.graphs = []

    def forward(self, src, src_len, dec_in):
        self.graphs.append(torch.is_grad_enabled())
        valid = torch.arange(src.shape[1]) < src_len[:, None]
        context = (self.src_emb(src) * valid[:, :, None]).sum(dim=1, keepdim=True)
        return self.out(torch.tanh(context + self.tgt_emb(dec_in).cumsum(dim=1)))
