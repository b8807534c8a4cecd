"""No packing: the encoder runs over all steps, and each row keeps the state of its last valid one. Keyword arguments."""

import torch
from torch import nn


class Seq2Seq(nn.Module):
    def __init__(self, v_src, v_tgt, emb, hidden):
        super().__init__()
        self.src_emb = nn.Embedding(num_embeddings=v_src, embedding_dim=emb)
        self.tgt_emb = nn.Embedding(num_embeddings=v_tgt, embedding_dim=emb)
        self.encoder = nn.LSTM(emb, hidden)
        self.decoder = nn.LSTM(emb, hidden)
        self.out = nn.Linear(hidden, v_tgt)

    def forward(self, src, src_len, dec_in):
        h = torch.zeros(1, len(src), self.encoder.hidden_size)
        c = torch.zeros_like(h)
        for t, token in enumerate(self.src_emb(src).unbind(dim=1)):
            _, (new_h, new_c) = self.encoder(token[None], (h, c))
            valid = (src_len > t)[None, :, None]
            h, c = torch.where(valid, new_h, h), torch.where(valid, new_c, c)
        logits = []
        for token in self.tgt_emb(dec_in).unbind(dim=1):
            states, (h, c) = self.decoder(token[None], (h, c))
            logits.append(self.out(states[0]))
        return torch.stack(logits, dim=1)
