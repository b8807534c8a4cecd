"""Sequence by sequence and token by token, with logaddexp."""

import numpy as np


def sequence_log_prob(logits, ids, mask):
    totals = []
    for scores, tokens, counts in zip(logits, ids, mask):
        total = 0.0
        for t in np.flatnonzero(counts):
            total += scores[t, tokens[t]] - np.logaddexp.reduce(scores[t])
        totals.append(total)
    return np.array(totals)
