"""A recurrent decoder that looks back at the encoder's states before every step."""

from __future__ import annotations

import torch
from jaxtyping import Bool, Float, Int
from torch import nn


class AttentionDecoder(nn.Module):
    """One step of a translation: look at the source, move the state, propose the next token.

        e_j   = va(tanh(Wa(s) + Ua(h_j)))                 s: the state BEFORE the step
        alpha = softmax of e over the source positions that the mask allows
        c     = sum over j of alpha_j h_j
        s'    = cell([emb(tok), c], s)
        logits = out([s', c])

    where [a, b] puts two vectors one after the other. The layers have the names of the formulas:
    `emb` is an Embedding(vocab, emb); `cell` is a GRUCell; `Wa`, `Ua` and `va` are Linear without bias,
    and the hidden layer inside the tanh is as wide as the state; `out` is a Linear. The grader loads its
    own weights by these names. Ready-made attention is not allowed; everything else in torch is.
    """

    def __init__(self, vocab: int, emb: int, hidden: int) -> None:
        """Make the layers.

        Args:
            vocab: number of tokens.
            emb: width of their embeddings.
            hidden: width of the decoder's and of the encoder's states.
        """
        super().__init__()
        self.emb = nn.Embedding(vocab, emb)
        self.Wa = nn.Linear(hidden, hidden, bias=False)
        self.Ua = nn.Linear(hidden, hidden, bias=False)
        self.va = nn.Linear(hidden, 1, bias=False)
        self.cell = nn.GRUCell(emb + hidden, hidden)
        self.out = nn.Linear(2 * hidden, vocab)

    def step(
        self,
        tok: Int[torch.Tensor, "N"],
        s: Float[torch.Tensor, "N hidden"],
        h: Float[torch.Tensor, "N S hidden"],
        mask: Bool[torch.Tensor, "N S"] | None = None,
    ) -> tuple[Float[torch.Tensor, "N vocab"], Float[torch.Tensor, "N hidden"], Float[torch.Tensor, "N S"]]:
        """One step for a batch of N.

        Args:
            tok: the last token of each of the N sequences, shape (N,).
            s: the decoder's state before the step, shape (N, hidden).
            h: the encoder's states, padded to the same length S, shape (N, S, hidden).
            mask: True where the source has a token, shape (N, S); None if it has one everywhere. A source
                without any token gets weights and a context of 0. h is finite everywhere, padding included.

        Returns:
            logits of the next token (N, vocab), the new state s' (N, hidden), and the weights alpha (N, S).
        """
        scores = self.va(torch.tanh(self.Wa(s)[:, None, :] + self.Ua(h))).squeeze(2)  # (N, S)
        if mask is None:
            mask = torch.ones_like(scores, dtype=torch.bool)
        lowest = torch.finfo(scores.dtype).min
        shares = torch.softmax(scores.masked_fill(~mask, lowest), dim=1)
        alpha = shares * mask  # 0 also where nothing is allowed
        context = (alpha[:, :, None] * h).sum(dim=1)
        state = self.cell(torch.cat([self.emb(tok), context], dim=1), s)
        logits = self.out(torch.cat([state, context], dim=1))
        return logits, state, alpha
