import math


def inception_score(probs, marginal=None):
    rows = probs.tolist()
    if not rows:
        raise ValueError("probs: no pictures")
    if marginal is not None and marginal.shape != (probs.shape[1],):
        raise ValueError("marginal: wrong shape")
    if any(p < 0 for row in rows for p in row):
        raise ValueError("probs: negative")
    m = [sum(column) / len(rows) for column in zip(*rows)] if marginal is None else marginal.tolist()
    if any(q < 0 for q in m):
        raise ValueError("marginal: negative")
    total = 0.0
    for row in rows:
        for p, q in zip(row, m):
            if p > 0 and q == 0:
                return math.inf
            if p > 0:
                total += p * (math.log(p) - math.log(q))
    return math.exp(total / len(rows))
