"""Encode and decode as public methods, sinusoids made anew each time, generation into an array of eos."""

import numpy as np
import torch
from torch import nn


class Transformer(nn.Module):
    def __init__(self, v_src, v_tgt, d, heads, d_ff, layers, max_len, norm="pre", act="gelu"):
        super().__init__()
        self.d, self.max_len, self.pre = d, max_len, norm == "pre"
        self.tgt_emb, self.src_emb = nn.Embedding(v_tgt, d), nn.Embedding(v_src, d)
        self.enc = nn.ModuleList([EncoderBlock(d, heads, d_ff, norm=norm, act=act) for _ in range(layers)])
        self.dec = nn.ModuleList([DecoderBlock(d, heads, d_ff, norm=norm, act=act) for _ in range(layers)])
        if self.pre:
            self.enc_ln, self.dec_ln = nn.LayerNorm(d), nn.LayerNorm(d)
        self.out = nn.Linear(d, v_tgt)

    def start(self, ids, table, name):
        _n, t = ids.shape
        if t > self.max_len:
            raise ValueError(f"{name} is too long")
        p, i = np.arange(t)[:, None], np.arange(self.d)
        angles = p / 10000 ** (2 * (i // 2) / self.d)
        pe = np.where(i % 2 == 0, np.sin(angles), np.cos(angles))
        return table(ids) * self.d**0.5 + torch.tensor(pe, dtype=torch.float32)

    def encode(self, src, src_len):
        mask = torch.arange(src.size(1))[None, :] < src_len[:, None]
        x = self.start(src, self.src_emb, "src")
        for layer in self.enc:
            x = layer(x, mask[:, None, None, :])
        return (self.enc_ln(x) if self.pre else x), mask

    def decode(self, ids, memory, mask):
        x = self.start(ids, self.tgt_emb, "dec_in")
        for layer in self.dec:
            x = layer(x, memory, mask)
        return self.out(self.dec_ln(x) if self.pre else x)

    def forward(self, src, src_len, dec_in):
        return self.decode(dec_in, *self.encode(src, src_len))

    def generate(self, src, src_len, bos, eos, max_len):
        out = torch.full((len(src), max_len), eos)
        with torch.no_grad():
            memory, mask = self.encode(src, src_len)
            tokens = torch.full((len(src), 1), bos)
            alive = torch.ones(len(src), dtype=torch.bool)
            for i in range(max_len):
                best = self.decode(tokens, memory, mask)[:, i, :].argmax(1)
                out[alive, i] = best[alive]
                alive = alive & (out[:, i] != eos)
                tokens = torch.cat((tokens, out[:, i : i + 1]), 1)
                if not alive.any():
                    break
        return out
