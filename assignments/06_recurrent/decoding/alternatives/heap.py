"""A heap for the k best; the score summed from the tokens afterwards; arrays of tokens."""

import heapq

import numpy as np


def greedy_decode(logp, bos, eos, max_len):
    path = [bos]
    for _ in range(max_len):
        row = logp[path[-1]]
        path.append(np.flatnonzero(row == row.max())[0])
        if path[-1] == eos:
            break
    return np.array(path[1:]), np.sum(logp[path[:-1], path[1:]])


def beam_search(logp, bos, eos, k, max_len, length_norm=False):
    live, ended = [(0.0, [bos])], []
    while live and len(live[0][1]) <= max_len:
        kept = heapq.nsmallest(k, ((cost - logp[path[-1], j], [*path, j]) for cost, path in live for j in range(len(logp))))
        ended.extend(one for one in kept if one[1][-1] == eos)
        live = [one for one in kept if one[1][-1] != eos]
    found = []
    for cost, path in ended + live:
        found.append((cost / (len(path) - 1) if length_norm else cost, path[1:]))
    return [(tokens, -cost) for cost, tokens in sorted(found)]
