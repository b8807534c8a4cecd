"""Loops over the patches."""

import numpy as np


def vit_patchify(x, P):
    N, _C, H, W = x.shape
    if H % P != 0 or W % P != 0:
        raise ValueError("P must divide H and W")
    rows = []
    for i in range(0, H, P):
        for j in range(0, W, P):
            rows.append(x[:, :, i : i + P, j : j + P].reshape(N, -1))
    return np.stack(rows, axis=1)


def vit_unpatchify(patches, C, H, W, P):
    if H % P != 0 or W % P != 0:
        raise ValueError("P must divide H and W")
    x = np.zeros((len(patches), C, H, W), dtype=patches.dtype)
    places = ((i, j) for i in range(0, H, P) for j in range(0, W, P))
    for k, (i, j) in enumerate(places):
        x[:, :, i : i + P, j : j + P] = patches[:, k].reshape(-1, C, P, P)
    return x
