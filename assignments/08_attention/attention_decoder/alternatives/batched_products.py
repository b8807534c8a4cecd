"""Layers in another order, weights by bmm, softmax by hand."""

import torch
from torch import nn


class AttentionDecoder(nn.Module):
    def __init__(self, vocab, emb, hidden):
        super().__init__()
        self.out = nn.Linear(hidden + hidden, vocab)
        self.cell = nn.GRUCell(input_size=hidden + emb, hidden_size=hidden)
        self.va = nn.Linear(hidden, 1, False)
        self.Ua = nn.Linear(hidden, hidden, False)
        self.Wa = nn.Linear(hidden, hidden, False)
        self.emb = nn.Embedding(vocab, emb)

    def look(self, s, h, mask):
        e = torch.einsum("nsa,a->ns", (self.Wa(s).unsqueeze(1) + self.Ua(h)).tanh(), self.va.weight[0])
        if mask is not None:
            e = torch.where(mask, e, torch.full_like(e, -1e30))
        powers = (e - e.max(dim=1, keepdim=True).values).exp()
        if mask is not None:
            powers = powers * mask.to(powers.dtype)
        return powers / powers.sum(dim=1, keepdim=True).clamp(min=1e-20)

    def step(self, tok, s, h, mask=None):
        alpha = self.look(s, h, mask)
        c = torch.bmm(alpha.unsqueeze(1), h).squeeze(1)
        s = self.cell(torch.hstack([self.emb(tok), c]), s)
        return self.out(torch.hstack([s, c])), s, alpha
