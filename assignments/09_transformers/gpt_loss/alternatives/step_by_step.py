"""A loop over time, as a recurrent net would do it."""

import numpy as np


def gpt_loss(logits, ids, mask=None, reduction="mean"):
    options = {"mean": lambda count: len(ids), "token_mean": lambda count: count if count else 1}
    if reduction not in options:
        raise ValueError("unknown reduction")
    loss, count, grads = 0.0, 0, []
    everyone = np.arange(len(ids))
    for t in range(logits.shape[1] - 1):
        z = logits[:, t]
        e = np.exp(z - z.max(axis=1)[:, None])
        p = e / e.sum(axis=1)[:, None]
        target = ids[:, t + 1]
        on = np.ones(len(ids)) if mask is None else mask[:, t + 1].astype(float)
        log_p = (z - z.max(axis=1)[:, None] - np.log(e.sum(axis=1))[:, None])[everyone, target]
        loss -= float((on * log_p).sum())
        count += int(on.sum())
        p[everyone, target] -= 1
        grads.append(p * on[:, None])
    grads.append(np.zeros_like(logits[:, 0]))
    by = options[reduction](count)
    return loss / by, np.stack(grads, axis=1) / by
