"""Scores of the whole pool in one array, tuples of tokens, recursion for the greedy sequence."""

import numpy as np


def greedy_decode(logp, bos, eos, max_len):
    if max_len == 0:
        return [], 0.0
    row = logp[bos]
    best = min(range(len(row)), key=lambda j: (-row[j], j))
    if best == eos:
        return [best], row[best]
    tokens, score = greedy_decode(logp, best, eos, max_len - 1)
    return [best, *tokens], row[best] + score


def beam_search(logp, bos, eos, k, max_len, length_norm=False):
    hypotheses, scores = [()], np.zeros(1)
    done = []
    for step in range(max_len):
        totals = np.stack([s + logp[h[-1] if h else bos] for h, s in zip(hypotheses, scores)])
        longer = [(*h, j) for h in hypotheses for j in range(totals.shape[1])]
        flat = totals.ravel()
        order = sorted(range(len(longer)), key=lambda i: (-flat[i], longer[i]))[:k]
        done += [(longer[i], flat[i]) for i in order if longer[i][-1] == eos or step == max_len - 1]
        order = [i for i in order if longer[i][-1] != eos]
        hypotheses, scores = [longer[i] for i in order], flat[order]
        if not hypotheses:
            break
    ranked = [(h, s / len(h) if length_norm else s) for h, s in done]
    ranked.sort(key=lambda one: one[0])
    ranked.sort(key=lambda one: one[1], reverse=True)
    return [(list(h), float(s)) for h, s in ranked]
