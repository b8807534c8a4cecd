"""The definition taken at its word, and sequences one by one."""

import itertools

import numpy as np


def log_prob(logp, bos, tokens):
    total, before = 0.0, bos
    for t in tokens:
        total, before = total + logp[before][t], t
    return total


def conditional_log_prob(logp, bos, context, target):
    rest = log_prob(logp, context[-1] if context else bos, target)
    return float(rest)


def objective_totals(joint):
    if joint.min() <= 0 or abs(joint.sum() - 1) > 1e-8:
        raise ValueError("joint is not a distribution")
    ar, pl = np.empty_like(joint), np.empty_like(joint)
    for x in itertools.product(*map(range, joint.shape)):
        left = others = 1.0
        for t in range(joint.ndim):
            left *= joint[x[: t + 1]].sum() / joint[x[:t]].sum()
            others *= joint[x] / joint[(*x[:t], slice(None), *x[t + 1 :])].sum()
        ar[x], pl[x] = left, others
    return ar, pl, ar.sum(), pl.sum()
