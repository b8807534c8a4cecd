"""With arrays of scores, and assertions. A beam that is wide enough finds everything."""

import itertools

import numpy as np


def table(rng, words):
    return np.round(np.log(rng.dirichlet(np.ones(words), size=words) + 1e-3) * 64) / 64


def beams(logp, bos, eos, k, max_len):
    rows, scores, done = [[]], [0.0], []
    while rows and len(rows[0]) < max_len:
        flat = np.concatenate([s + logp[r[-1] if r else bos] for r, s in zip(rows, scores)])
        grown = []
        longer = [[*row, j] for row in rows for j in range(len(logp))]
        for score, row in sorted(zip(-flat, longer))[:k]:
            (done if row[-1] == eos else grown).append((row, -score))
        rows, scores = [r for r, _ in grown], [s for _, s in grown]
    return done + list(zip(rows, scores))


def test_beam_search(f):
    rng = np.random.default_rng(12)
    for k, max_len, norm in itertools.product((2, 3), (2, 5), (False, True)):
        logp = table(rng, 4)
        wanted = {tuple(row): s / (len(row) if norm else 1) for row, s in beams(logp, 1, 0, k, max_len)}
        found = f(logp, 1, 0, k, max_len, norm)
        assert len(found) == len(wanted)
        assert all(abs(wanted[tuple(int(i) for i in ids)] - s) < 1e-9 for ids, s in found)
        assert all(a[1] >= b[1] - 1e-9 for a, b in itertools.pairwise(found))
    logp = table(rng, 3)
    everything = f(logp, 0, 2, 1000, 3)
    assert len(everything) == 1 + 2 + 4 * 3
