import torch
from torch import nn


class AttentionDecoder(nn.Module):
    def __init__(self, vocab, emb, hidden):
        super().__init__()
        self.emb = nn.Embedding(vocab, emb)
        for name in ("Wa", "Ua"):
            setattr(self, name, nn.Linear(hidden, hidden, bias=False))
        self.va = nn.Linear(hidden, 1, bias=False)
        self.cell = nn.GRUCell(emb + hidden, hidden)
        self.out = nn.Linear(2 * hidden, vocab)

    def step(self, tok, s, h, mask=None):
        rows, contexts = [], []
        for n in range(len(s)):
            keep = torch.arange(h.shape[1]) if mask is None else torch.nonzero(mask[n])[:, 0]
            alpha = torch.zeros(h.shape[1], dtype=h.dtype)
            if len(keep):
                scores = self.va(torch.tanh(self.Wa(s[n]) + self.Ua(h[n, keep])))[:, 0]
                alpha = alpha.index_put((keep,), scores.softmax(0))
            rows.append(alpha)
            contexts.append(alpha @ h[n])
        c = torch.stack(contexts)
        new = self.cell(torch.cat((self.emb(tok), c), 1), s)
        return self.out(torch.cat((new, c), -1)), new, torch.stack(rows)
