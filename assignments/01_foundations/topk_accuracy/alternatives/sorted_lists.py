"""Python's own sort, row by row."""


def topk_accuracy(scores, labels, k=1):
    if k not in range(1, scores.shape[1] + 1):
        raise ValueError(k)
    if not set(labels.tolist()) <= set(range(scores.shape[1])):
        raise ValueError("labels")
    hits = 0
    for row, label in zip(scores.tolist(), labels.tolist()):
        order = sorted(range(len(row)), key=lambda c: (-row[c], c))
        hits += label in order[:k]
    return hits / len(labels)
