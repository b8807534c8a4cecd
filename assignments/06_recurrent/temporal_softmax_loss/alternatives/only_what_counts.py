import numpy as np


def temporal_softmax_loss(logits, targets, mask, reduction="mean"):
    """Pick the steps that count first; the rest is an ordinary cross-entropy of rows."""
    rows, right = logits[mask], targets[mask]
    largest = rows.max(axis=-1)
    exps = np.exp(rows - largest[:, None])
    total = exps.sum(axis=-1)
    scale = 1.0
    if reduction == "mean":
        scale = 1 / logits.shape[0]
    elif reduction == "token_mean":
        scale = 1 / np.count_nonzero(mask)
    picked = np.arange(len(rows))
    loss = scale * float(np.sum(np.log(total) + largest - rows[picked, right]))
    grad = exps / total[:, None]
    grad[picked, right] -= 1
    dlogits = np.zeros(logits.shape)
    dlogits[mask] = scale * grad
    return loss, dlogits
