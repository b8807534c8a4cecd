"""Learning to write a sequence backwards with the whole Transformer."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import nn

from reference.transformers.transformer import Transformer

Sources = Int[torch.Tensor, "N S"]
Targets = Int[torch.Tensor, "N T"]


def seq2seq_loss(model: nn.Module, src: Sources, tgt: Targets, bos: int, eos: int) -> Float[torch.Tensor, ""]:
    """Cross-entropy of the targets and of the eos behind them, with teacher forcing: mean over all N (T + 1) tokens.

    The decoder is fed bos and then the target; its logits are held against the target and then eos. All tokens of the
    source are real.

    Args:
        model: a `Transformer`.
        src, tgt: token numbers, shapes (N, S) and (N, T).
        bos, eos: the tokens that begin and end a target.

    Returns:
        A tensor without axes that can be differentiated.
    """
    if len(src) == 0 or len(src) != len(tgt):
        raise ValueError(f"src, tgt: {len(src)} sources and {len(tgt)} targets are no batch of pairs")
    dec_in, wanted = F.pad(tgt, (1, 0), value=bos), F.pad(tgt, (0, 1), value=eos)
    logits = model(src, torch.full((len(src),), src.shape[1]), dec_in)
    return F.cross_entropy(logits.flatten(0, 1), wanted.flatten())


def seq2seq_step(model: nn.Module, optimizer: torch.optim.Optimizer, src: Sources, tgt: Targets, bos: int, eos: int) -> float:
    """One step of training, downhill on `seq2seq_loss`.

    What earlier batches left in the `.grad` fields does not count.

    Returns:
        The loss of the batch before the step, as a Python float.
    """
    optimizer.zero_grad()
    loss = seq2seq_loss(model, src, tgt, bos, eos)
    loss.backward()
    optimizer.step()
    return loss.item()


def train_transformer_reverse(data: dict[str, np.ndarray], seed: int, steps: int = 300) -> dict:
    """Train a Transformer(V, V + 2, 32, 4, 64, 1, L + 1) with Adam, learning rate 5e-3, and return its weights.

    V is one more than the greatest token of the data, and L the length of a row. The target side has two tokens more:
    bos = V and eos = V + 1. Each of the `steps` steps is a `seq2seq_step` on 64 pairs drawn at random from the training
    pairs. The targets are the sources read backwards and written in another alphabet, but that is for the net to find
    out.

    Args:
        data: int64 arrays "x_train" and "y_train" of shape (n, L).
        seed: decides everything random: initial weights, choice of the pairs.
        steps: number of steps.

    Returns:
        A dict: "state", the state_dict after the last step; "history", a dict with the list "loss", one float for each
            step.
    """
    if steps < 0:
        raise ValueError(f"steps is {steps}: it must not be negative")
    if len(data["x_train"]) == 0 or len(data["x_train"]) != len(data["y_train"]):
        raise ValueError(f"data has {len(data['x_train'])} rows in x_train and {len(data['y_train'])} in y_train")
    torch.manual_seed(seed)
    x, y = torch.as_tensor(data["x_train"]), torch.as_tensor(data["y_train"])
    v = int(max(x.max(), y.max())) + 1
    model = Transformer(v, v + 2, 32, 4, 64, 1, x.shape[1] + 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    losses = []
    for _ in range(steps):
        rows = torch.randint(len(x), (64,))
        losses.append(seq2seq_step(model, optimizer, x[rows], y[rows], v, v + 1))
    return {"state": model.state_dict(), "history": {"loss": losses}}
