"""Writing with a language model, one token after the other."""

from __future__ import annotations

import torch
from given.attention import sample_next_token
from jaxtyping import Float, Int
from torch import nn


def gpt_generate(
    model: nn.Module,
    ids: Int[torch.Tensor, "N t"],
    n: int,
    max_len: int,
    u: Float[torch.Tensor, "N n"] | None = None,
    temperature: float = 1.0,
    top_k: int | None = None,
) -> Int[torch.Tensor, "N total"]:
    """Append n tokens to each row.

    Each time, the model reads the last max_len tokens (all of them, while there are fewer), and its logits at the last
    position decide: without u the token with the greatest logit is taken, with u the one that `sample_next_token` of
    given.attention draws with the numbers of this step, u[:, i] for the i-th new token.

    The model is evaluated in evaluation mode and without a graph. Afterwards it is in the mode in which it was.

    Args:
        model: called as model(ids) with ids of shape (N, T), returns logits of shape (N, T, V).
        ids: the prompts, at least one token each, shape (N, t); left as they are.
        n: number of tokens to append.
        max_len: how many tokens the model can read.
        u: random numbers in [0, 1), shape (N, n).
        temperature, top_k: as in `sample_next_token`.

    Returns:
        The prompts with what was written, shape (N, t + n).

    Raises:
        ValueError: if a prompt is empty, or u does not have the shape (N, n); the message names the argument.
    """
    if ids.shape[1] == 0:
        raise ValueError("ids: a prompt needs at least one token")
    if n < 0:
        raise ValueError(f"n is {n}: it must not be negative")
    if max_len < 1:
        raise ValueError(f"max_len is {max_len}: it must be at least 1")
    if u is not None and tuple(u.shape) != (len(ids), n):
        raise ValueError(f"u: the shape is {tuple(u.shape)}, and not {(len(ids), n)}")
    training = model.training
    model.eval()
    with torch.no_grad():
        for i in range(n):
            logits = model(ids[:, -max_len:])[:, -1]
            new = logits.argmax(dim=-1) if u is None else sample_next_token(logits, u[:, i], temperature, top_k)
            ids = torch.cat([ids, new[:, None]], dim=1)
    model.train(training)
    return ids
