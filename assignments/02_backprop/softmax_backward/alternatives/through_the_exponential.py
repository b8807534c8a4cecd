"""The backward pass node by node (exponential, sum, quotient), and the Jacobian with a loop."""

import numpy as np


def softmax_jacobian(p):
    return np.stack([np.diag(row) - np.outer(row, row) for row in p])


def softmax_backward(dout, p):
    # p = e / s with s the sum of e; the scale of e is free, so take s = 1 and e = p.
    de = dout - np.einsum("nc,nc->n", dout, p)[:, None]
    return de * p
