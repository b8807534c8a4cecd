"""Drawing a sequence from a language model, token by token."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def autoregressive_sample(table: Float[np.ndarray, "V V"], bos: int, eos: int, uniforms: Float[np.ndarray, "L"]) -> list[int]:
    """Draw one sequence; each token is drawn given the one before it, and is then fed back.

    `table` takes the place of a model: row `prev` holds the logits of the token that follows `prev`;
    the first token follows `bos`. The randomness comes in as numbers u in [0, 1), one for each token:

        next = the smallest j for which  p_0 + ... + p_j > u,     p = softmax(table[prev])

    A token with logit -inf has probability 0 and is never drawn. In floating point the sum of all p_j may
    come out a little below 1; a u beyond it draws the last token that is possible. After `eos` nothing more
    is drawn.

    Args:
        table: logits, shape (V, V).
        bos, eos: ids of the tokens that begin and end a sequence.
        uniforms: the random numbers, shape (L,); at most L tokens are drawn, and numbers that are not
            needed stay unused.

    Returns:
        The ids that were drawn, a list of ints: without bos, and with eos if it came.
    """
    tokens: list[int] = []
    prev = bos
    for u in uniforms:
        logits = table[prev]
        cumulative = np.cumsum(np.exp(logits - logits.max()))
        # u is scaled, not the sum divided: the last entry exceeds u times itself, whatever is rounded.
        prev = int(np.argmax(cumulative > u * cumulative[-1]))
        tokens.append(prev)
        if prev == eos:
            break
    return tokens
