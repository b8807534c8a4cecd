"""Loops over rows, sorting with a key, walking along the probabilities."""

import numpy as np


def top_k_filter(logits, k):
    out = np.full(logits.shape, -np.inf)
    flat, rows = out.reshape(-1, logits.shape[-1]), logits.reshape(-1, logits.shape[-1])
    for i, row in enumerate(rows):
        for j in sorted(range(len(row)), key=lambda j: (-row[j], j))[:k]:
            flat[i, j] = row[j]
    return out


def sample_next_token(logits, u, temperature=1.0, top_k=None):
    ids = []
    for row, number in zip(logits, u):
        if temperature == 0:
            ids.append(int(np.argmax(row)))
            continue
        if top_k is not None:
            row = top_k_filter(row, top_k)
        p = np.exp((row - max(row)) / temperature)
        left = number * sum(p)
        token = 0
        while left >= p[token]:
            left -= p[token]
            token += 1
        ids.append(token)
    return np.array(ids)
