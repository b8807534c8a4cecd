"""Two loops."""

import numpy as np


def embed_tokens(ids, E, pe, scale=True):
    n, t = ids.shape
    if t > len(pe):
        raise ValueError("ids: too long")
    out = np.zeros((n, t, E.shape[1]))
    for i in range(n):
        for j in range(t):
            token = int(ids[i, j])
            if not 0 <= token < len(E):
                raise ValueError("ids: no such token")
            out[i, j] = E[token] * (np.sqrt(E.shape[1]) if scale else 1) + pe[j]
    return out


def bert_embed(ids, segments, Etok, Eseg, Epos):
    out = embed_tokens(ids, Etok, Epos, scale=False)
    for i, row in enumerate(segments):
        for j, segment in enumerate(row):
            if segment not in (0, 1):
                raise ValueError("segments: 0 or 1")
            out[i, j] += Eseg[segment]
    return out
