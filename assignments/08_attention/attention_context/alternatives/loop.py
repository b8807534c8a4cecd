import numpy as np


def attention_context(e, values, mask=None):
    alpha = np.zeros(e.shape)
    context = np.zeros((len(e), values.shape[2]))
    for n, row in enumerate(e):
        seen = [j for j in range(len(row)) if mask is None or mask[n, j]]
        if not seen:
            continue
        top = max(row[j] for j in seen)
        total = sum(np.exp(row[j] - top) for j in seen)
        for j in seen:
            alpha[n, j] = np.exp(row[j] - top) / total
            context[n] += alpha[n, j] * values[n, j]
    return context, alpha
