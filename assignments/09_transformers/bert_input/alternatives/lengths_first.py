"""The two lengths are worked out first, then everything is put together by concatenation."""

import numpy as np


def bert_input(a, b, cls, sep, pad, max_len):
    pair = b is not None
    room = max_len - 2 - pair
    if room < 0:
        raise ValueError("max_len is too small for the special tokens")
    n, m = len(a), len(b) if pair else 0
    while n + m > room:
        if n > m:
            n -= 1
        else:
            m -= 1
    tokens, segments = [cls, *list(a[:n]), sep], [0] * (n + 2)
    if pair:
        tokens, segments = tokens + list(b[:m]) + [sep], segments + [1] * (m + 1)
    left = max_len - len(tokens)
    mask = np.array([True] * len(tokens) + [False] * left)
    return np.array(tokens + [pad] * left), np.array(segments + [0] * left), mask
