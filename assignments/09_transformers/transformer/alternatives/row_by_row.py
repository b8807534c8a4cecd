"""Sequences of a batch one by one, cut to their length, so that no padding mask is needed; generation row by row."""

import torch
from torch import nn


class Side(nn.Module):
    def __init__(self, vocab, d, blocks, norm):
        super().__init__()
        self.table = nn.Embedding(vocab, d)
        self.stack = nn.ModuleList(blocks)
        self.last = nn.LayerNorm(d) if norm == "pre" else None


class Transformer(nn.Module):
    def __init__(self, v_src, v_tgt, d, heads, d_ff, layers, max_len, norm="pre", act="gelu"):
        super().__init__()
        self.reader = Side(v_src, d, [EncoderBlock(d, heads, d_ff, norm, act) for _ in range(layers)], norm)
        self.writer = Side(v_tgt, d, [DecoderBlock(d, heads, d_ff, norm, act) for _ in range(layers)], norm)
        self.head = nn.Linear(d, v_tgt)
        self.register_buffer("places", torch.tensor(sinusoidal_pe(max_len, d), dtype=torch.float32))

    def run(self, side, ids, name, *memory):
        if ids.shape[1] > len(self.places):
            raise ValueError(f"{name}: more than max_len")
        x = side.table(ids) * side.table.weight.shape[1] ** 0.5 + self.places[: ids.shape[1]]
        for block in side.stack:
            x = block(x, *memory)
        return x if side.last is None else side.last(x)

    def forward(self, src, src_len, dec_in):
        if src.shape[1] > len(self.places):
            raise ValueError("src: more than max_len")
        rows = []
        for s, n, t in zip(src, src_len.tolist(), dec_in):
            memory = self.run(self.reader, s[None, :n], "src")
            rows.append(self.head(self.run(self.writer, t[None], "dec_in", memory)))
        return torch.cat(rows)

    @torch.no_grad()
    def generate(self, src, src_len, bos, eos, max_len):
        result = []
        for s, n in zip(src, src_len.tolist()):
            memory = self.run(self.reader, s[None, :n], "src")
            written = [bos]
            while len(written) <= max_len and not (len(written) > 1 and written[-1] == eos):
                x = self.run(self.writer, torch.tensor([written]), "dec_in", memory)
                written.append(int(self.head(x[0, -1]).argmax()))
            result.append((written[1:] + [eos] * max_len)[:max_len])
        return torch.tensor(result)
