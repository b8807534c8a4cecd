"""Learning to fill in gaps: a small BERT on sequences that count in a circle."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import nn

from reference.transformers.bert_mask_tokens import bert_mask_tokens
from reference.transformers.encoder_block import EncoderBlock

TokenRows = Int[torch.Tensor, "N T"]


class MaskedLM(nn.Module):
    """An encoder that guesses tokens: token and position tables, pre-norm blocks that see everything, a last norm,
    logits.

    The parts have these names, under which the grader loads its own weights: `tok`, Embedding(vocab + 1, d), the last
    row for the mask token, number `vocab`; `pos`, Embedding(max_len, d), added to the tokens; `blocks`, a ModuleList of
    `EncoderBlock(d, heads, 4 * d)`; `ln`, LayerNorm(d); `head`, Linear(d, vocab), as the mask token is never a right
    guess.
    """

    def __init__(self, vocab: int, d: int, heads: int, layers: int, max_len: int) -> None:
        """Make the parts, for tokens 0 ... vocab - 1 and the mask token."""
        super().__init__()
        if any(size < 0 for size in (vocab, layers, max_len)):
            raise ValueError(f"vocab, layers, max_len: {vocab, layers, max_len}, and none may be negative")
        self.tok, self.pos = nn.Embedding(vocab + 1, d), nn.Embedding(max_len, d)
        self.blocks = nn.ModuleList(EncoderBlock(d, heads, 4 * d) for _ in range(layers))
        self.ln = nn.LayerNorm(d)
        self.head = nn.Linear(d, vocab)

    def forward(self, ids: TokenRows) -> Float[torch.Tensor, "N T vocab"]:
        """Logits for the true token at each position, shape (N, T, vocab), from ids of shape (N, T)."""
        if ids.shape[1] > self.pos.num_embeddings:
            raise ValueError(f"ids: {ids.shape[1]} tokens, but there are {self.pos.num_embeddings} positions")
        x = self.tok(ids) + self.pos.weight[: ids.shape[1]]
        for block in self.blocks:
            x = block(x)
        return self.head(self.ln(x))


def mlm_step(model: nn.Module, optimizer: torch.optim.Optimizer, inputs: TokenRows, labels: TokenRows) -> float:
    """One step of training on one batch: the mean cross-entropy over the positions whose label is not -100.

    What earlier batches left in the `.grad` fields does not count. At least one position has a label.

    Returns:
        The loss of the batch before the step, as a Python float.
    """
    if labels.shape != inputs.shape or not (labels != -100).any():
        raise ValueError("labels: the shape of inputs is needed, and at least one label that is not -100")
    optimizer.zero_grad()
    loss = F.cross_entropy(model(inputs).flatten(0, 1), labels.flatten(), ignore_index=-100)
    loss.backward()
    optimizer.step()
    return loss.item()


def train_mlm_toy(data: dict[str, np.ndarray], seed: int, steps: int = 200) -> dict:
    """Train a MaskedLM(vocab, 32, 4, 2, T) with Adam, learning rate 5e-3, and return its weights.

    Each of the `steps` steps draws 64 rows of the data, hides tokens with `bert_mask_tokens` (new random numbers for
    every token of every batch; random tokens from 0 to vocab - 1; no token is special), and makes one `mlm_step`.

    Args:
        data: "x_train", an int64 array of shape (n, T), and "vocab", the number of tokens.
        seed: decides everything random: initial weights, rows, what is hidden.
        steps: number of steps.

    Returns:
        A dict: "state", the state_dict after the last step; "history", a dict with the list "loss", one float for each
            step.
    """
    if steps < 0:
        raise ValueError(f"steps is {steps}: it must not be negative")
    if len(data["x_train"]) == 0:
        raise ValueError("data has no rows: x_train is empty")
    if data["x_train"].min() < 0 or data["x_train"].max() >= data["vocab"]:
        raise ValueError(f"x_train: token numbers must lie between 0 and {data['vocab'] - 1}")
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    x, vocab = np.asarray(data["x_train"]), int(data["vocab"])
    model = MaskedLM(vocab, 32, 4, 2, x.shape[1])
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    losses = []
    for _ in range(steps):
        ids = x[rng.integers(len(x), size=64)]
        u_select, u_action = rng.random(ids.shape), rng.random(ids.shape)
        random_ids = rng.integers(vocab, size=ids.shape)
        batch = bert_mask_tokens(ids, np.zeros(ids.shape, dtype=bool), u_select, u_action, random_ids, vocab)
        losses.append(mlm_step(model, optimizer, *map(torch.as_tensor, batch)))
    return {"state": model.state_dict(), "history": {"loss": losses}}
