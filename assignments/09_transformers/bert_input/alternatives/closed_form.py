"""The lengths after cutting in closed form: both are cut to half of the room unless one is shorter."""

import numpy as np


def bert_input(a, b, cls, sep, pad, max_len):
    count = 2 if b is None else 3
    if max_len < count:
        raise ValueError(f"max_len = {max_len}")
    room = max_len - count
    second = [] if b is None else b
    n, m = len(a), len(second)
    if n + m > room:
        m_new = min(m, max(room - n, room // 2))
        n = min(n, room - m_new)
        m = room - n
    parts = [cls, *a[:n], sep] + ([*second[:m], sep] if b is not None else [])
    ids = np.concatenate([parts, np.repeat(pad, max_len - len(parts))]).astype(int)
    place = np.arange(max_len)
    mask = place < len(parts)
    return ids, ((place >= n + 2) & mask).astype(int), mask
