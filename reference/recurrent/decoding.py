"""From next-token probabilities to a sequence: always the best next token, or several hypotheses side by side."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def greedy_decode(logp: Float[np.ndarray, "V V"], bos: int, eos: int, max_len: int) -> tuple[list[int], float]:
    """The sequence in which every token is the most probable one after the token before it.

    `logp` takes the place of a model: logp[prev, j] is the log-probability that token j follows token
    prev. The first token follows `bos`. Decoding stops after `eos`, or after `max_len` tokens. Of
    equally probable tokens the lowest id is taken.

    Args:
        logp: log-probabilities, shape (V, V).
        bos, eos: ids of the tokens that begin and end a sequence.
        max_len: greatest number of tokens, at least 1; eos counts, bos does not.

    Returns:
        (tokens, score): the ids as a list, without bos and with eos if it was reached, and the sum of
        their log-probabilities.
    """
    tokens: list[int] = []
    score, prev = 0.0, bos
    while len(tokens) < max_len:
        best = int(np.argmax(logp[prev]))
        score += float(logp[prev, best])
        tokens.append(best)
        prev = best
        if prev == eos:
            break
    return tokens, score


def beam_search(
    logp: Float[np.ndarray, "V V"], bos: int, eos: int, k: int, max_len: int, length_norm: bool = False
) -> list[tuple[list[int], float]]:
    """Search for probable sequences with k hypotheses side by side.

    Start with one live hypothesis, the empty one. In each step every live hypothesis is continued with
    every token, all continuations go into ONE pool, and the k of the pool with the greatest summed
    log-probability are kept. Those of them that end in `eos` are finished: they are stored and never
    continued. The others are live in the next step. The search ends when nothing is live any more, or
    when the live ones have `max_len` tokens; these count as results, too.

    Args:
        logp: logp[prev, j] is the log-probability that token j follows token prev, shape (V, V).
        bos, eos: ids of the tokens that begin and end a sequence.
        k: number of continuations kept in each step.
        max_len: greatest number of tokens of a hypothesis, at least 1; eos counts, bos does not.
        length_norm: False: a result's score is the sum of its log-probabilities. True: that sum divided
            by the number of its tokens (eos counted). It orders the results only; which continuations
            are kept is decided by sums.

    Returns:
        All results as (tokens, score), best score first. tokens: list of ids, without bos, with eos
        where it was reached. Wherever scores are equal, in the pool as in the result, the lists of tokens
        decide: the smaller in the order of Python's lists comes first.
    """
    live: list[tuple[list[int], float]] = [([], 0.0)]
    results: list[tuple[list[int], float]] = []
    for _ in range(max_len):
        pool = []
        for tokens, score in live:
            prev = tokens[-1] if tokens else bos
            for j in range(logp.shape[1]):
                pool.append(([*tokens, j], score + float(logp[prev, j])))
        kept = sorted(pool, key=_best_first)[:k]
        results += [hypothesis for hypothesis in kept if hypothesis[0][-1] == eos]
        live = [hypothesis for hypothesis in kept if hypothesis[0][-1] != eos]
        if not live:
            break
    results += live
    if length_norm:
        results = [(tokens, score / len(tokens)) for tokens, score in results]
    return sorted(results, key=_best_first)


def _best_first(hypothesis: tuple[list[int], float]) -> tuple[float, list[int]]:
    """Sorts by falling score, and by tokens where scores are equal."""
    tokens, score = hypothesis
    return -score, tokens
