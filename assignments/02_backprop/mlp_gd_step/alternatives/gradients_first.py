"""Masks from the activations, gradients in one list, the update at the very end; the mean is taken last."""

import numpy as np


def mlp_gd_step(params, x, t, lr, out_act="identity"):
    acts = [x]
    for weight, bias in params:
        acts.append(np.clip(acts[-1].dot(weight) + bias, 0, None))
    weight, bias = params[-1]
    if out_act != "relu":
        acts[-1] = acts[-2].dot(weight) + bias
    error = acts[-1] - t
    if out_act == "relu":
        error[acts[-1] == 0] = 0
    grads = []
    for (weight, _), h in zip(params[::-1], acts[-2::-1]):
        grads.insert(0, (np.einsum("ni,nj->ij", h, error), error.sum(0)))
        error = np.where(h > 0, error.dot(weight.T), 0)
    rate = lr / x.shape[0]
    steps = ((rate * dw, rate * db) for dw, db in grads)
    return [(w - down, b - shift) for (w, b), (down, shift) in zip(params, steps)]
