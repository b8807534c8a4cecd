"""Entry by entry, and the product with the whole Jacobian."""

import numpy as np


def softmax_jacobian(p):
    out = -np.einsum("ni,nj->nij", p, p)
    for i in range(p.shape[1]):
        out[:, i, i] += p[:, i]
    return out


def softmax_backward(dout, p):
    return np.matmul(dout[:, None, :], softmax_jacobian(p))[:, 0]
