"""Sums of logarithms, and fancy indexing in place of the loop."""

import numpy as np


def conditional_log_prob(logp, bos, context, target):
    chain = np.array([bos, *context, *target], dtype=int)[len(context) :]
    return float(logp[chain[:-1], chain[1:]].sum())


def objective_totals(joint):
    if (joint <= 0).any() or not np.allclose(joint.sum(), 1):
        raise ValueError("joint")
    axes, log_joint = range(joint.ndim), np.log(joint)
    log_pl = sum(log_joint - np.log(joint.sum(axis=t, keepdims=True)) for t in axes)
    log_ar, before = 0.0, np.log(joint.sum())
    for t in axes:
        here = np.log(joint.sum(axis=tuple(axes[t + 1 :]), keepdims=True))
        log_ar = log_ar + here - before
        before = here
    ar, pl = np.exp(log_ar), np.exp(log_pl)
    return ar, pl, float(np.sum(ar)), float(np.sum(pl))
