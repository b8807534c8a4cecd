"""Writing with a cache: every token is processed once."""

from __future__ import annotations

import torch
from given.attention import sample_next_token
from jaxtyping import Float, Int
from torch import nn


@torch.no_grad()
def generate_cached(
    model: nn.Module,
    ids: Int[torch.Tensor, "N t"],
    n: int,
    u: Float[torch.Tensor, "N n"] | None = None,
    temperature: float = 1.0,
    top_k: int | None = None,
) -> Int[torch.Tensor, "N total"]:
    """Append n tokens to each row, with the model's past.

    The model reads the whole prompt once, and after that ONE token in each call, together with the past that the call
    before returned. What it writes is what it would write if it read everything anew for each token. The logits at the
    last position decide: without u the token with the greatest logit is taken, with u the one that `sample_next_token`
    of given.attention draws with the numbers of this step, u[:, i] for the i-th new token.

    Args:
        model: called as model(ids, past), returns (logits, past), as `CharGPT` does.
        ids: the prompts, at least one token each, shape (N, t); left as they are.
        n: number of tokens to append, at least 1.
        u: random numbers in [0, 1), shape (N, n).
        temperature, top_k: as in `sample_next_token`.

    Returns:
        The prompts with what was written, shape (N, t + n). No graph is kept. The last token written is not fed to the
        model.

    Raises:
        ValueError: if a prompt is empty, or u does not have the shape (N, n); the message names the argument.
    """
    if ids.shape[1] == 0:
        raise ValueError("ids: a prompt needs at least one token")
    if n < 1:
        raise ValueError(f"n is {n}: it must be at least 1")
    if u is not None and tuple(u.shape) != (len(ids), n):
        raise ValueError(f"u: the shape is {tuple(u.shape)}, and not {(len(ids), n)}")
    past, new = None, ids
    for i in range(n):
        logits, past = model(new, past)
        last = logits[:, -1]
        drawn = last.argmax(dim=-1) if u is None else sample_next_token(last, u[:, i], temperature, top_k)
        new = drawn[:, None]
        ids = torch.cat([ids, new], dim=1)
    return ids
