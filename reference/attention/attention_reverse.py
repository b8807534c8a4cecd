"""Learning to read a sequence backwards: a recurrent encoder, and a decoder that looks where it needs to."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import nn

from reference.attention.attention_decoder import AttentionDecoder

Sources = Int[torch.Tensor, "N S"]
Targets = Int[torch.Tensor, "N T"]


class Translator(nn.Module):
    """A GRU that reads the source, and an `AttentionDecoder` that writes the target.

    Its parts have these names, under which the grader loads its own weights: `embed`, an
    Embedding(vocab, emb) of the source; `encoder`, a GRU(emb, hidden) with batch_first=True; `decoder`, an
    AttentionDecoder(vocab + 1, emb, hidden). The decoder's last token, number `vocab`, is the start
    token: it is fed first, and it is never a right output.
    """

    def __init__(self, vocab: int = 10, emb: int = 16, hidden: int = 64) -> None:
        """Make the parts, for tokens 0 ... vocab - 1."""
        super().__init__()
        self.vocab = vocab
        self.embed = nn.Embedding(vocab, emb)
        self.encoder = nn.GRU(emb, hidden, batch_first=True)
        self.decoder = AttentionDecoder(vocab + 1, emb, hidden)

    def encode(self, src: Sources) -> tuple[Float[torch.Tensor, "N S H"], Float[torch.Tensor, "N H"]]:
        """The encoder's states (N, S, hidden), and the last of them (N, hidden): the decoder's first state."""
        states, last = self.encoder(self.embed(src))
        return states, last[0]


def translation_loss(model: nn.Module, src: Sources, tgt: Targets) -> Float[torch.Tensor, ""]:
    """Cross-entropy of the targets, with teacher forcing: mean over the N sequences and T positions.

    At position t the decoder is fed the RIGHT token of position t - 1 (the start token at t = 0), whatever
    it would have put out itself, and its logits are compared with the token of position t.

    Args:
        model: a `Translator`.
        src, tgt: token numbers, shapes (N, S) and (N, T).

    Returns:
        A tensor without axes that can be differentiated.
    """
    h, s = model.encode(src)
    tok = torch.full_like(tgt[:, 0], model.vocab)
    losses = []
    for t in range(tgt.shape[1]):
        logits, s, _ = model.decoder.step(tok, s, h)
        losses.append(F.cross_entropy(logits, tgt[:, t]))
        tok = tgt[:, t]
    return torch.stack(losses).mean()


def greedy_decode(model: nn.Module, src: Sources, length: int) -> tuple[Targets, Float[torch.Tensor, "N length S"]]:
    """Translate: feed the start token, and after it, at each position, the decoder's own last token.

    Its token is always the one with the greatest logit. No graph is built.

    Args:
        model: a `Translator`.
        src: token numbers, shape (N, S).
        length: number of tokens to put out, at least 1.

    Returns:
        The tokens, shape (N, length), and the attention weights of each step, shape (N, length, S).
    """
    tokens, maps = [], []
    with torch.no_grad():
        h, s = model.encode(src)
        tok = torch.full_like(src[:, 0], model.vocab)
        for _ in range(length):
            logits, s, alpha = model.decoder.step(tok, s, h)
            tok = logits.argmax(dim=1)
            tokens.append(tok)
            maps.append(alpha)
    return torch.stack(tokens, dim=1), torch.stack(maps, dim=1)


def translation_step(
    model: nn.Module, optimizer: torch.optim.Optimizer, src: Sources, tgt: Targets, max_norm: float = 1.0
) -> float:
    """One step of training on one batch.

    The gradient of `translation_loss` is clipped to the norm `max_norm` (one norm over all parameters
    together) before the optimizer uses it. What earlier batches left in the `.grad` fields must not count.

    Returns:
        The loss of the batch before the step, as a Python float.
    """
    optimizer.zero_grad()
    loss = translation_loss(model, src, tgt)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


def train_attention_reverse(data: dict[str, np.ndarray], seed: int, steps: int = 500) -> dict:
    """Train a Translator(vocab, 16, 64) with Adam, learning rate 5e-3, and return its weights.

    Each of the `steps` steps is a `translation_step` on 64 pairs drawn at random from the training pairs. The
    targets are the sources read backwards and written in another alphabet, but that is for the net to
    find out.

    Args:
        data: int64 arrays "x_train" and "y_train" of shape (n, length), tokens from 0 to vocab - 1; vocab is
            one more than the greatest of them.
        seed: decides everything random: initial weights, choice of the pairs.

    Returns:
        A dict: "state", the state_dict after the last step; "history", a dict with the list "loss", one
        float for each step.
    """
    torch.manual_seed(seed)
    x, y = torch.as_tensor(data["x_train"]), torch.as_tensor(data["y_train"])
    model = Translator(int(max(x.max(), y.max())) + 1, 16, 64)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    losses = []
    for _ in range(steps):
        rows = torch.randint(len(x), (64,))
        losses.append(translation_step(model, optimizer, x[rows], y[rows]))
    return {"state": model.state_dict(), "history": {"loss": losses}}
