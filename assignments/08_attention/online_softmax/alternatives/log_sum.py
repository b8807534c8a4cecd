"""Query by query, with empty blocks looked at first."""

import numpy as np


def online_softmax_merge(m1, l1, o1, m2, l2, o2):
    m, l, o = np.empty_like(m1), np.empty_like(l1), np.empty_like(o1)
    for t in range(len(m1)):
        if m2[t] == -np.inf:
            m[t], l[t], o[t] = m1[t], l1[t], o1[t]
        elif m1[t] == -np.inf:
            m[t], l[t], o[t] = m2[t], l2[t], o2[t]
        else:
            m[t] = max(m1[t], m2[t])
            f1, f2 = np.exp(m1[t] - m[t]), np.exp(m2[t] - m[t])
            l[t] = f1 * l1[t] + f2 * l2[t]
            o[t] = f1 * o1[t] + f2 * o2[t]
    return m, l, o
