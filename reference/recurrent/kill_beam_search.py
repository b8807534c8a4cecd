"""A test of beam search that lets nothing wrong through."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Results = list[tuple[list[int], float]]


def _search(logp: np.ndarray, bos: int, eos: int, k: int, max_len: int, length_norm: bool) -> Results:
    """As the statement says it, on tuples of ids; the score of a beginning is added up from its ids each time."""

    def total(ids: tuple[int, ...]) -> float:
        return sum(float(logp[a, b]) for a, b in zip((bos, *ids), ids))

    live: list[tuple[int, ...]] = [()]
    found: list[tuple[int, ...]] = []
    for _ in range(max_len):
        pool = [(*ids, j) for ids in live for j in range(len(logp))]
        best = sorted(pool, key=lambda ids: (-total(ids), ids))[:k]
        found += [ids for ids in best if ids[-1] == eos]
        live = [ids for ids in best if ids[-1] != eos]
    scored = [(list(ids), total(ids) / (len(ids) if length_norm else 1)) for ids in found + live]
    return sorted(scored, key=lambda one: (-one[1], one[0]))


def test_beam_search(f: Callable[..., Results]) -> bool:
    """Say whether `f` is a right `beam_search`: return True if it is, False if it is not.

    `f(logp, bos, eos, k, max_len, length_norm)` should do what the exercise `beam_search` asks for. You see it only from
    the outside: call it on inputs of your choice and look at what comes back. In place of returning False you may raise
    an AssertionError.

    Your test is tried on many implementations. Some are right, and differ in their algebra and in the last digits of the
    scores: if one of them is refused, nothing counts. The others have flaws of several kinds, and a kind counts if every
    implementation with that flaw is refused. Each time, your test starts afresh and knows nothing of the others.

    Args:
        f: the implementation. At most 2,000 calls.

    Returns:
        Whether it is right.
    """
    rng = np.random.default_rng(0)
    for k in (1, 3):
        for length_norm in (False, True):
            for max_len in (1, 4):
                # Eighths are added up without rounding: the same steps in another order have exactly the same sum.
                logp = -rng.integers(1, 40, size=(5, 5)) / 8
                found = f(logp, 0, 4, k, max_len, length_norm)
                wanted = _search(logp, 0, 4, k, max_len, length_norm)
                if [list(ids) for ids, _ in found] != [ids for ids, _ in wanted]:
                    return False
                if not np.allclose([score for _, score in found], [score for _, score in wanted], rtol=1e-9):
                    return False
    return True
