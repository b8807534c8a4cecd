"""Own formulas in the place of sigmoid and softmax; a running sum."""

import numpy as np


def output_head(raw, task):
    if task == "regression":
        d = raw.shape[1] // 2
        if 2 * d < raw.shape[1]:
            raise ValueError("raw")
        return [raw[:, :d], np.exp(raw[:, -d:])]
    if task == "multiclass":
        return np.exp(raw - np.logaddexp.reduce(raw, axis=1, keepdims=True))
    if task == "binary" or task == "multilabel":
        return 0.5 + 0.5 * np.tanh(0.5 * raw)
    raise ValueError(task)


def predict_from_params(params, task, how, u=None):
    if how == "sample" and u is None:
        raise ValueError("u")
    if task == "regression":
        if how == "sample":
            if u.shape != params[0].shape:
                raise ValueError("u")
            return params[0] + u * np.sqrt(params[1])
        if how in ("mode", "mean"):
            return params[0]
        raise ValueError(how)
    if task not in ("binary", "multilabel", "multiclass"):
        raise ValueError(task)
    if how == "mean":
        return params
    if how == "sample" and u.shape != (params.shape[:1] if task == "multiclass" else params.shape):
        raise ValueError("u")
    if how not in ("mode", "sample"):
        raise ValueError(how)
    if task != "multiclass":
        border = u if how == "sample" else 0.5
        return np.where(params > border, 1.0, np.where((params == border) & (how == "mode"), 1.0, 0.0))
    rows = []
    for i, row in enumerate(params):
        best = 0
        if how == "mode":
            for c in range(len(row)):
                if row[c] > row[best]:
                    best = c
        else:
            total = row[0]
            while total <= u[i] and best < len(row) - 1:
                best += 1
                total += row[best]
        rows.append([float(c == best) for c in range(len(row))])
    return np.array(rows)
