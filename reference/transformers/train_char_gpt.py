"""Training the language model on the prose of this course."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import nn

from reference.transformers.adamw import AdamW, warmup_cosine
from reference.transformers.char_gpt import CharGPT

Windows = Int[torch.Tensor, "N T"]


def char_loss(model: nn.Module, windows: Windows) -> Float[torch.Tensor, ""]:
    """Mean cross-entropy of each next character, over all N windows and their T - 1 predictions.

    Args:
        model: called as model(ids), returns (logits, past), as `CharGPT` does.
        windows: token numbers, shape (N, T). The model reads the first T - 1 characters of each window; the targets are
            the last T - 1.

    Returns:
        A tensor without axes that can be differentiated.
    """
    if len(windows) == 0 or windows.shape[1] < 2:
        raise ValueError(f"windows: nothing can be predicted in the shape {tuple(windows.shape)}")
    logits, _ = model(windows[:, :-1])
    return F.cross_entropy(logits.flatten(0, 1), windows[:, 1:].flatten())


def char_step(model: nn.Module, optimizer, windows: Windows, lr: float, max_norm: float = 1.0) -> float:
    """One step of training on one batch of windows.

    Set the optimizer's attribute `lr`, go back from `char_loss`, clip the gradient to max_norm (one norm over all
    parameters together), and step. What earlier batches left in the `.grad` fields does not count.

    Args:
        model: as in `char_loss`.
        optimizer: an `AdamW` with the model's parameters, or anything with zero_grad, step and lr.
        windows: token numbers, shape (N, T).
        lr: learning rate of this step.
        max_norm: greatest norm of the gradient.

    Returns:
        The loss of the batch before the step, as a Python float.
    """
    if not lr >= 0:
        raise ValueError(f"lr is {lr}: it must not be negative")
    if not max_norm > 0:
        raise ValueError(f"max_norm is {max_norm}: it must be positive")
    optimizer.lr = lr
    optimizer.zero_grad()
    loss = char_loss(model, windows)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


def train_char_gpt(
    data: dict[str, np.ndarray],
    seed: int,
    steps: int = 300,
    d: int = 64,
    heads: int = 4,
    layers: int = 2,
    window: int = 32,
    batch: int = 32,
    peak: float = 4e-3,
    device: str = "cpu",
) -> dict:
    """Train a CharGPT(vocab, d, heads, layers, window) on a text, and return its weights.

    Each of the `steps` steps is a `char_step` on `batch` pieces of window + 1 neighbouring characters, each beginning
    at a place drawn at random from all places where a whole piece fits. The optimizer is AdamW with betas (0.9, 0.99)
    and weight_decay 0.1. The learning rate of step s is warmup_cosine(s, peak, warmup, steps), where the warm-up is a
    tenth of the steps, rounded down.

    Args:
        data: "ids", the text as token numbers from 0 to vocab - 1, shape (n,), and "vocab", their number.
        seed: decides everything random: initial weights, places of the windows.
        steps, d, heads, layers, window, batch, peak: sizes of the training and of the model.
        device: where the model is trained, "cpu" or "cuda"; the weights come back on the CPU.

    Returns:
        A dict: "state", the state_dict of the trained model; "history", a dict with the list "loss", one float for each
            step.
    """
    if steps < 0:
        raise ValueError(f"steps is {steps}: it must not be negative")
    if window < 1 or batch < 1:
        raise ValueError(f"window, batch are {window}, {batch}: both must be at least 1")
    if len(data["ids"]) <= window:
        raise ValueError(f"ids: a text of {len(data['ids'])} characters has no piece of {window + 1}")
    if data["ids"].min() < 0 or data["ids"].max() >= data["vocab"]:
        raise ValueError(f"ids: token numbers must lie between 0 and {data['vocab'] - 1}")
    torch.manual_seed(seed)
    ids, vocab = torch.as_tensor(data["ids"]).long(), int(data["vocab"])
    model = CharGPT(vocab, d, heads, layers, window).to(device)
    optimizer = AdamW(model.parameters(), peak, (0.9, 0.99), weight_decay=0.1)
    losses = []
    for step in range(steps):
        starts = torch.randint(len(ids) - window, (batch, 1))
        pieces = ids[starts + torch.arange(window + 1)].to(device)
        losses.append(char_step(model, optimizer, pieces, warmup_cosine(step, peak, steps // 10, steps)))
    state = {name: entry.detach().cpu() for name, entry in model.state_dict().items()}
    return {"state": state, "history": {"loss": losses}}
