"""Hiding tokens that BERT has to guess."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Float, Int

Tokens = Int[np.ndarray, "N T"]
Draws = Float[np.ndarray, "N T"]


def bert_mask_tokens(
    ids: Tokens,
    special: Bool[np.ndarray, "N T"],
    u_select: Draws,
    u_action: Draws,
    random_ids: Tokens,
    mask_id: int,
) -> tuple[Tokens, Tokens]:
    """Choose tokens, hide most of them, and say what is to be guessed.

    A token is chosen if its u_select is below 0.15 and it is not special. Of the chosen ones, those with u_action below
    0.8 become mask_id, those with u_action from 0.8 to below 0.9 become their entry of random_ids, and the others stay
    as they are. The labels are the ORIGINAL tokens where one was chosen, and -100 everywhere else.

    Args:
        ids: token numbers, shape (N, T); left as they are.
        special: True at tokens that must not be chosen (cls, sep, padding), shape (N, T).
        u_select, u_action: numbers in [0, 1), shape (N, T).
        random_ids: tokens drawn at random, shape (N, T).
        mask_id: the token that hides.

    Returns:
        (inputs, labels), both integers of shape (N, T).
    """
    if not ids.shape == special.shape == u_select.shape == u_action.shape == random_ids.shape:
        raise ValueError("special, u_select, u_action and random_ids need the shape of ids")
    if special.dtype != bool:
        raise ValueError(f"special is {special.dtype}: it must be boolean")
    if not np.all((u_select >= 0) & (u_select < 1)):
        raise ValueError("u_select: numbers from 0 to below 1 are needed")
    if not np.all((u_action >= 0) & (u_action < 1)):
        raise ValueError("u_action: numbers from 0 to below 1 are needed")
    chosen = (u_select < 0.15) & ~special
    inputs = ids.copy()
    hidden = chosen & (u_action < 0.8)
    swapped = chosen & (u_action >= 0.8) & (u_action < 0.9)
    inputs[hidden] = mask_id
    inputs[swapped] = random_ids[swapped]
    return inputs, np.where(chosen, ids, -100)
