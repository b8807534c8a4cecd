"""Step by step with a recursion, and the score of each result on its own."""

import numpy as np


def step(logp, bos, eos, k, left, beam):
    beam = [(ids, s) for ids, s in beam if not ids or ids[-1] != eos]
    if left == 0 or not beam:
        return beam
    pool = [((*ids, j), s + logp[ids[-1] if ids else bos, j]) for ids, s in beam for j in range(logp.shape[0])]
    best = sorted(pool, key=lambda one: (-one[1], one[0]))[:k]
    ended = [one for one in best if one[0][-1] == eos]
    return ended + step(logp, bos, eos, k, left - 1, best)


def test_beam_search(f):
    for seed in range(8):
        rng = np.random.default_rng(seed)
        logp = rng.integers(-30, 0, size=(6, 6)) * 0.25
        k, length = 1 + seed % 4, 1 + seed % 6
        for norm in (True, False):
            wanted = [(-s / len(ids) if norm else -s, ids) for ids, s in step(logp, 2, 5, k, length, [((), 0.0)])]
            wanted.sort()
            found = f(logp, 2, 5, k, length, norm)
            if [tuple(ids) for ids, _ in found] != [ids for _, ids in wanted]:
                return False
            if max(abs(a[1] + b[0]) for a, b in zip(found, wanted)) > 1e-10:
                return False
    return True
