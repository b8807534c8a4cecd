"""A GPT that learns the rule behind a stream of symbols: which symbol follows depends on the last two."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Int
from torch import nn

from reference.transformers.gpt import GPT


def gpt_step(model: nn.Module, optimizer: torch.optim.Optimizer, windows: Int[torch.Tensor, "N T"]) -> float:
    """One step of training on one batch of windows.

    The loss is the mean cross-entropy of each next token, over all N windows and their T - 1 predictions. What earlier
    batches left in the `.grad` fields does not count.

    Args:
        model: called as model(ids), returns logits for the token after each position.
        optimizer: holds the model's parameters.
        windows: token numbers, shape (N, T); the model reads the first T - 1 of each.

    Returns:
        The loss of the batch before the step, as a Python float.
    """
    if len(windows) == 0 or windows.shape[1] < 2:
        raise ValueError(f"windows: nothing can be predicted in the shape {tuple(windows.shape)}")
    optimizer.zero_grad()
    loss = F.cross_entropy(model(windows[:, :-1]).flatten(0, 1), windows[:, 1:].flatten())
    loss.backward()
    optimizer.step()
    return loss.item()


def train_gpt_source(data: dict[str, np.ndarray], seed: int, steps: int = 200) -> dict:
    """Train a GPT(vocab, 32, 4, 2, 64) with AdamW, learning rate 5e-3 and weight_decay 0.01 for all parameters, and
    return its weights.

    Each of the `steps` steps is a `gpt_step` on 32 pieces of 33 neighbouring symbols, each beginning at a place drawn
    at random from all places of the stream where a whole piece fits.

    Args:
        data: "ids", an int64 array of shape (n,), the stream, and "vocab", the number of symbols.
        seed: decides everything random: initial weights, places of the pieces.
        steps: number of steps.

    Returns:
        A dict: "state", the state_dict after the last step; "history", a dict with the list "loss", one float for each
            step.
    """
    if steps < 0:
        raise ValueError(f"steps is {steps}: it must not be negative")
    if len(data["ids"]) < 33:
        raise ValueError(f"ids: a stream of {len(data['ids'])} symbols has no piece of 33")
    if data["ids"].min() < 0 or data["ids"].max() >= data["vocab"]:
        raise ValueError(f"ids: symbols must lie between 0 and {data['vocab'] - 1}")
    torch.manual_seed(seed)
    ids, vocab = torch.as_tensor(data["ids"]), int(data["vocab"])
    model = GPT(vocab, 32, 4, 2, 64)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3, weight_decay=0.01)
    losses = []
    for _ in range(steps):
        starts = torch.randint(len(ids) - 32, (32, 1))
        losses.append(gpt_step(model, optimizer, ids[starts + torch.arange(33)]))
    return {"state": model.state_dict(), "history": {"loss": losses}}
