"""Index notation, slopes from the activations in the cache, gradients written into place."""

import numpy as np


def hidden_delta(delta_next, w_next, z, dphi):
    return np.einsum("nm,hm,nh->nh", delta_next, w_next, dphi(z))


def mlp_backward(dout, cache, params, act):
    depth = len(params)
    grads = [None] * depth
    delta = np.array(dout)
    for layer in range(depth - 1, -1, -1):
        h, _ = cache[layer]
        grads[layer] = [np.einsum("ni,nj->ij", h, delta), np.einsum("nj->j", delta)]
        delta = np.einsum("nj,ij->ni", delta, params[layer][0])
        if layer > 0:  # what came into this layer left the one below through its activation
            if act == "tanh":
                delta *= 1 - h * h
            elif act == "sigmoid":
                delta *= h - h**2
            else:
                delta[h <= 0] = 0
    return delta, grads
