"""A language model of one's own, from the attention to the sampler: attention with a cache, the model, writing with
it."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import nn

Past = tuple[torch.Tensor, torch.Tensor]


class CausalAttention(nn.Module):
    """Causal self-attention with `heads` heads that can go on where it stopped.

        q, k, v = self.q(x), self.k(x), self.v(x)     cut into heads of width d / heads
        out     = self.o(the heads softmax(q k^T / sqrt(d / heads)) v, side by side)

    Token i looks at the tokens j <= i. The layers are called `q`, `k`, `v` and `o`, four Linear(d, d) with biases: the
    grader loads its own weights by these names. Ready-made attention is not allowed.
    """

    def __init__(self, d: int, heads: int) -> None:
        """Make the four layers; a ValueError that names heads, if they are below 1 or do not divide d."""
        super().__init__()
        if heads < 1 or d % heads:
            raise ValueError(f"heads: {heads} heads do not divide {d} features")
        self.heads = heads
        self.q, self.k, self.v, self.o = (nn.Linear(d, d) for _ in range(4))

    def forward(self, x: Float[torch.Tensor, "N T d"], past: Past | None = None) -> tuple[Float[torch.Tensor, "N T d"], Past]:
        """Attend among the new tokens x and, if there is a past, from them to all that came before.

        Args:
            x: the newest T tokens, shape (N, T, d).
            past: keys and values of the t tokens before them, each of shape (N, heads, t, d / heads); None if there are
                none. Left as it is.

        Returns:
            out of shape (N, T, d), and the new past: the keys and values of all t + T tokens, oldest first.
        """
        q, k, v = (layer(x).unflatten(-1, (self.heads, -1)).transpose(1, 2) for layer in (self.q, self.k, self.v))
        if past is not None:
            k, v = torch.cat([past[0], k], dim=2), torch.cat([past[1], v], dim=2)
        scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])  # (N, heads, T, t + T)
        new, total = scores.shape[-2:]
        ahead = torch.ones(new, total, dtype=torch.bool, device=x.device).triu(total - new + 1)
        weights = scores.masked_fill(ahead, -torch.inf).softmax(dim=-1)
        return self.o((weights @ v).transpose(1, 2).flatten(2)), (k, v)


class CharGPT(nn.Module):
    """The model: token and position tables, blocks with `CausalAttention`, a last norm, logits.

    Every block is pre-norm: x = x + attn(ln1(x)), then x = x + ff2(gelu(ff1(ln2(x)))) with 4 d units. The parts have
    these names, under which the grader loads its own weights: `tok`, Embedding(vocab, d); `pos`, Embedding(max_len, d);
    `blocks`, a ModuleList of modules with `ln1`, `attn`, `ln2`, `ff1`, `ff2`; `ln`, LayerNorm(d) after the last block;
    `head`, Linear(d, vocab) without bias. The initial weights are those that torch gives its layers.
    """

    def __init__(self, vocab: int, d: int, heads: int, layers: int, max_len: int) -> None:
        """Make the parts, for at most max_len tokens."""
        super().__init__()
        if any(size < 0 for size in (vocab, layers, max_len)):
            raise ValueError(f"vocab, layers, max_len: {vocab, layers, max_len}, and none may be negative")
        self.tok, self.pos = nn.Embedding(vocab, d), nn.Embedding(max_len, d)
        self.blocks = nn.ModuleList(_block(d, heads) for _ in range(layers))
        self.ln = nn.LayerNorm(d)
        self.head = nn.Linear(d, vocab, bias=False)

    def forward(
        self, ids: Int[torch.Tensor, "N T"], past: list[Past] | None = None
    ) -> tuple[Float[torch.Tensor, "N T vocab"], list[Past]]:
        """Logits for the token after each of the newest T tokens.

        Args:
            ids: the newest T tokens, shape (N, T).
            past: for each block the past of its attention, as an earlier call returned it; None if ids are the first
                tokens. The positions go on where the past ends.

        Returns:
            Logits of shape (N, T, vocab), and the new past.

        Raises:
            ValueError: if past and ids together are longer than max_len; the message names ids.
        """
        if past is not None and len(past) != len(self.blocks):
            raise ValueError(f"past: {len(past)} entries for {len(self.blocks)} blocks")
        start = 0 if past is None else past[0][0].shape[2]
        if start + ids.shape[1] > self.pos.num_embeddings:
            raise ValueError(f"ids: {start + ids.shape[1]} tokens, but there are {self.pos.num_embeddings} positions")
        x = self.tok(ids) + self.pos.weight[start : start + ids.shape[1]]
        kept = []
        for i, block in enumerate(self.blocks):
            out, new = block["attn"](block["ln1"](x), None if past is None else past[i])
            kept.append(new)
            x = x + out
            x = x + block["ff2"](F.gelu(block["ff1"](block["ln2"](x))))
        return self.head(self.ln(x)), kept


def _block(d: int, heads: int) -> nn.ModuleDict:
    parts = {"ln1": nn.LayerNorm(d), "attn": CausalAttention(d, heads), "ln2": nn.LayerNorm(d)}
    return nn.ModuleDict(parts | {"ff1": nn.Linear(d, 4 * d), "ff2": nn.Linear(4 * d, d)})
