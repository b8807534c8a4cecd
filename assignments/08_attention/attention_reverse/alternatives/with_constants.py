"""The net with a constant as a buffer, its parts in another order and one of them under two names."""

import torch
from torch import nn


class Translator(nn.Module):
    def __init__(self, vocab=10, emb=16, hidden=64):
        super().__init__()
        self.vocab = vocab
        self.register_buffer("start", torch.tensor(vocab))
        self.decoder = AttentionDecoder(vocab + 1, emb, hidden)
        self.encoder, self.embed = nn.GRU(emb, hidden, batch_first=True), nn.Embedding(vocab, emb)
        self.source_table = self.embed

    def encode(self, src):
        states, _ = self.encoder(self.source_table(src))
        return states, states[:, -1]
