"""A constant as a buffer, the decoder's layers first, and all layers in a dict as well."""

import torch
from torch import nn


class Seq2Seq(nn.Module):
    def __init__(self, v_src, v_tgt, emb, hidden):
        super().__init__()
        self.register_buffer("start", torch.zeros(1, 1, hidden))
        self.out, self.tgt_emb = nn.Linear(hidden, v_tgt), nn.Embedding(v_tgt, emb)
        self.decoder, self.encoder = (nn.LSTM(emb, hidden, batch_first=True) for _ in range(2))
        self.src_emb = nn.Embedding(v_src, emb)
        self.tables = nn.ModuleDict({"source": self.src_emb, "target": self.tgt_emb})

    def forward(self, src, src_len, dec_in):
        begin = self.start.expand(1, len(src), -1).contiguous()
        packed = nn.utils.rnn.pack_padded_sequence(self.tables["source"](src), src_len, batch_first=True, enforce_sorted=False)
        _, state = self.encoder(packed, (begin, begin))
        return self.out(self.decoder(self.tables["target"](dec_in), state)[0])
