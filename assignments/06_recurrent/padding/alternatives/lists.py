import numpy as np


def pad_sequences(seqs, pad=0):
    widest = max(len(seq) for seq in seqs)
    ids, mask = [], []
    for seq in seqs:
        free = widest - len(seq)
        ids.append([int(token) for token in seq] + [pad] * free)
        mask.append([True] * len(seq) + [False] * free)
    return np.array(ids), np.array([len(seq) for seq in seqs]), np.array(mask)


def gather_last_state(h_fwd, h_bwd, lengths):
    picked = [h_fwd[n, length - 1] for n, length in enumerate(lengths)]
    if h_bwd is not None:
        picked = [np.append(state, h_bwd[n, 0]) for n, state in enumerate(picked)]
    return np.array(picked)
