"""One query at a time, with the softmax's Jacobian as a matrix."""

import math

import numpy as np


def sdpa_forward(q, k, v, mask=None):
    b, h, t, d = q.shape
    s = k.shape[2]
    allowed = np.ones((b, h, t, s), dtype=bool) if mask is None else np.broadcast_to(mask, (b, h, t, s))
    weights, out = np.zeros((b, h, t, s)), np.zeros((b, h, t, v.shape[3]))
    for at in np.ndindex(b, h, t):
        scores = k[at[:2]] @ q[at] / math.sqrt(d)
        weights[at] = masked_softmax(scores, allowed[at])
        out[at] = weights[at] @ v[at[:2]]
    return out, weights, (q, k, v, weights)


def sdpa_backward(dout, cache):
    q, k, v, weights = cache
    dq, dk, dv = np.zeros_like(q), np.zeros_like(k), np.zeros_like(v)
    for at in np.ndindex(*q.shape[:3]):
        head, p = at[:2], weights[at]
        jacobian = np.diag(p) - np.outer(p, p)
        dscores = jacobian @ (v[head] @ dout[at]) / math.sqrt(q.shape[3])
        dq[at] = dscores @ k[head]
        dk[head] += np.outer(dscores, q[at])
        dv[head] += np.outer(p, dout[at])
    return dq, dk, dv
