"""For each id, the middle of its interval; and what must not matter."""

import numpy as np


def test_sample_next_token(f):
    rng = np.random.default_rng(6)
    ok = True
    for temperature in (0.5, 4.0):
        for k in (2, None):
            z = np.sort(rng.uniform(-2, 2, size=5))[::-1] * 1.0  # falling, so that the first k are the largest
            p = np.exp(z / temperature)[:k]
            ends = np.concatenate([[0.0], np.cumsum(p / p.sum())])
            middle = (ends[:-1] + ends[1:]) / 2
            rows = np.tile(z, (len(middle), 1))
            wanted = list(range(len(middle)))
            ok = ok and [int(i) for i in f(rows, middle, temperature, k)] == wanted
            ok = ok and [int(i) for i in f(rows + 3000.0, middle, temperature, k)] == wanted
            ok = ok and [int(i) for i in f(rows, middle[::-1].copy(), temperature, k)] == wanted[::-1]
    tied = f(np.array([[1.0, 1.0], [0.0, 7.0]]), np.array([0.9, 0.0]), 0.0, None)
    start = f(np.array([[-1e5, 3.0, 3.0]]), np.array([0.0]), 2.0, None)
    return ok and tuple(int(i) for i in tied) == (0, 1) and int(start[0]) == 1
