import math


def inception_score(probs, marginal=None):
    rows = probs.tolist()
    if not rows:
        raise ValueError("probs: no pictures")
    if marginal is not None and marginal.shape != (probs.shape[1],):
        raise ValueError("marginal: wrong shape")
    m = [sum(column) / len(rows) for column in zip(*rows)] if marginal is None else marginal.tolist()
    total = 0.0
    for row in rows:
        for p, q in zip(row, m):
            if p > 0 and q == 0:
                return math.inf
            if p > 0:
                total += p * (math.log(p) - math.log(q))
    return math.exp(total / len(rows))
