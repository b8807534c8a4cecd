"""A loop over the positions."""

import numpy as np


def mlm_loss(logits, labels, reduction="mean"):
    if reduction not in ("mean", "token_mean"):
        raise ValueError(f"unknown reduction {reduction!r}")
    loss, count, grad = 0.0, 0, np.zeros_like(logits)
    for n in range(labels.shape[0]):
        for t in range(labels.shape[1]):
            label = labels[n, t]
            if label == -100:
                continue
            if not 0 <= label < logits.shape[2]:
                raise ValueError(f"labels[{n}, {t}] is {label}")
            row = logits[n, t]
            total = np.logaddexp.reduce(row)
            loss += total - row[label]
            count += 1
            grad[n, t] = np.exp(row - total)
            grad[n, t, label] -= 1
    by = labels.shape[0] if reduction == "mean" else (count or 1)
    return loss / by, grad / by
