"""One image after the other, gradients added up."""

import numpy as np


def cnn_loss_and_grads(params, X, y):
    grads = {name: np.zeros(entry.shape) for name, entry in params.items()}
    loss = 0.0
    for image, label in zip(X, y):
        one, each = single(params, image, label)
        loss += one / len(X)
        for name in grads:
            grads[name] += each[name] / len(X)
    return loss, grads


def single(params, image, label):
    w = params["w"]
    _, h, width = image.shape
    padded = np.pad(image, [(0, 0), (1, 1), (1, 1)])
    maps = np.zeros((len(w), h, width)) + params["b"][:, None, None]
    for u in range(3):
        for v in range(3):
            maps += np.tensordot(w[:, :, u, v], padded[:, u : u + h, v : v + width], axes=1)
    pooled, winners = np.zeros((len(w), h // 2, width // 2)), {}
    for f, i, j in np.ndindex(*pooled.shape):
        u, v = np.unravel_index(maps[f, 2 * i : 2 * i + 2, 2 * j : 2 * j + 2].argmax(), (2, 2))
        winners[f, i, j] = (f, 2 * i + u, 2 * j + v)
        pooled[f, i, j] = max(maps[winners[f, i, j]], 0.0)
    scores = pooled.ravel() @ params["W"] + params["c"]
    top = scores.max()
    total = np.exp(scores - top).sum()
    delta = np.exp(scores - top) / total
    delta[label] -= 1
    dmaps = np.zeros(maps.shape)
    dpooled = (params["W"] @ delta).reshape(pooled.shape)
    for place, winner in winners.items():
        if maps[winner] > 0:
            dmaps[winner] = dpooled[place]
    dw = np.zeros(w.shape)
    for u in range(3):
        for v in range(3):
            dw[:, :, u, v] = np.einsum("fij,cij->fc", dmaps, padded[:, u : u + h, v : v + width])
    grads = {"w": dw, "b": dmaps.sum((1, 2)), "W": np.outer(pooled.ravel(), delta), "c": delta}
    return float(np.log(total) + top - scores[label]), grads
