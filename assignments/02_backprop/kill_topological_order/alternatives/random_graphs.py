"""Random matrices below the diagonal; layers by powers of the matrix."""

import random

import numpy as np


def test_topological_order(f):
    draws = random.Random(3)
    for n in (1, 5, 8, 10, 12):
        matrix = np.array([[int(i < j and draws.random() < 0.35) for j in range(n)] for i in range(n)])
        shuffled = draws.sample(range(n), n)
        edges = [(shuffled[i], shuffled[j]) for i, j in zip(*np.nonzero(matrix))]
        edges = draws.sample(edges * 2, 2 * len(edges))
        try:
            order, layer = f(n, edges)
        except ValueError:
            return False
        seen = set()
        for node in order:
            if node in seen or any(v == node and u not in seen for u, v in edges):
                return False
            seen.add(node)
        deepest, reached, steps = [0] * n, np.ones(n, dtype=int), 0
        while reached.any():
            for j in np.flatnonzero(reached):
                deepest[shuffled[j]] = steps
            reached, steps = (reached @ matrix > 0).astype(int), steps + 1
        if len(seen) != n or [int(k) for k in layer] != deepest:
            return False
        if n > 1:
            try:
                f(n, [*edges, (shuffled[0], shuffled[-1]), (shuffled[-1], shuffled[0])])
                return False
            except ValueError:
                pass
    return True
