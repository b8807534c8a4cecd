"""Constants as buffers, layers also in a list, the scores' layers in the other order."""

import torch
from torch import nn


class AttentionDecoder(nn.Module):
    def __init__(self, vocab, emb, hidden):
        super().__init__()
        self.register_buffer("nothing", torch.zeros(hidden, hidden))
        self.register_buffer("lowest", torch.tensor(torch.finfo(torch.float32).min))
        self.Ua, self.Wa = (nn.Linear(hidden, hidden, bias=False) for _ in range(2))
        self.va = nn.Linear(hidden, 1, bias=False)
        self.cell, self.emb = nn.GRUCell(emb + hidden, hidden), nn.Embedding(vocab, emb)
        self.out = nn.Linear(2 * hidden, vocab)
        self.scoring = nn.ModuleList([self.Wa, self.Ua, self.va])

    def step(self, tok, s, h, mask=None):
        query, key, score = self.scoring
        e = score(torch.tanh(query(s).unsqueeze(1) + key(h)))[..., 0]
        mask = torch.ones_like(e, dtype=torch.bool) if mask is None else mask
        alpha = torch.where(mask, torch.softmax(torch.where(mask, e, self.lowest), dim=1), 0.0)
        c = torch.einsum("ns,nsh->nh", alpha, h)
        s = self.cell(torch.cat([self.emb(tok), c], dim=1), s)
        return self.out(torch.cat([s, c], dim=1)), s, alpha
