"""A test of sorting a graph that lets nothing wrong through, although there are many right answers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Edges = list[tuple[int, int]]


def _layers(n: int, edges: Edges) -> list[int]:
    """Pushes children down as long as one is not below its parent."""
    layer = [0] * n
    for _ in range(n):
        for u, v in edges:
            layer[v] = max(layer[v], layer[u] + 1)
    return layer


def test_topological_order(f: Callable[[int, Edges], tuple[list[int], list[int]]]) -> bool:
    """Say whether `f` is a right `topological_order`: return True if it is, False if it is not.

    `f(n, edges)` should do what the exercise `topological_order` asks for, and raise a ValueError where that does. A graph
    has many right orders: do not insist on yours. You see `f` only from the outside: call it on inputs of your choice and
    look at what comes back. In place of returning False you may raise an AssertionError.

    Your test is tried on many implementations. Some are right, and find different orders: if one of them is refused,
    nothing counts. The others have flaws of several kinds, and a kind counts if every implementation with that flaw is
    refused. Each time, your test starts afresh and knows nothing of the others.

    Args:
        f: the implementation. At most 2,000 calls.

    Returns:
        Whether it is right.
    """
    rng = np.random.default_rng(0)
    for n in (1, 6, 9, 9, 9, 9):
        names = [int(name) for name in rng.permutation(n)]
        pairs = [(names[i], names[j]) for i in range(n) for j in range(i + 1, n)]
        edges = [pair for pair in pairs if rng.random() < 0.4]
        edges += edges[:2]
        order, layer = f(n, edges)
        if sorted(order) != list(range(n)) or list(layer) != _layers(n, edges):
            return False
        if any(list(order).index(u) > list(order).index(v) for u, v in edges):
            return False
    for n, edges in ((1, [(0, 0)]), (4, [(0, 1), (1, 2), (2, 1), (2, 3)])):
        try:
            f(n, edges)
        except ValueError:
            continue
        return False
    return True
