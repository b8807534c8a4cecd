"""Sample by sample."""

import math


def cross_entropy_probs(P, Y):
    if P.shape != Y.shape:
        raise ValueError(f"{P.shape} and {Y.shape}")
    total = 0.0
    for p_row, y_row in zip(P.tolist(), Y.tolist()):
        for p, y in zip(p_row, y_row):
            if p < 0 or y < 0:
                raise ValueError("P or Y")
            if y > 0:
                total += y * (math.inf if p == 0 else -math.log(p))
    return total / len(P)


def cross_entropy_logits(Z, labels, reduction="mean"):
    total = 0.0
    for row, label in zip(Z.tolist(), labels.tolist()):
        # The loss is the logarithm of 1 plus how much better the others are: safe after the greatest is taken out.
        if label < 0 or label >= len(row):
            raise ValueError(label)
        top = max(row)
        total += math.log(sum(math.exp(z - top) for z in row)) + (top - row[label])
    if reduction == "sum":
        return total
    if reduction == "mean":
        return total / Z.shape[0]
    raise ValueError(reduction)
