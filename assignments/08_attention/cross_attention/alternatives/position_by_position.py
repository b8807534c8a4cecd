"""One sample and one target position at a time, over the allowed source positions only."""

import numpy as np


def cross_attention(x_dec, x_enc, wq, wk, wv, enc_mask=None):
    out = np.zeros((*x_dec.shape[:2], wv.shape[1]))
    weights = np.zeros((*x_dec.shape[:2], x_enc.shape[1]))
    for n, source in enumerate(x_enc):
        allowed = np.arange(len(source)) if enc_mask is None else np.flatnonzero(enc_mask[n])
        if not len(allowed):
            continue
        for t, state in enumerate(x_dec[n]):
            scores = source[allowed] @ wk @ (state @ wq) / wk.shape[1] ** 0.5
            p = np.exp(scores - max(scores))
            weights[n, t, allowed] = p / sum(p)
            out[n, t] = weights[n, t] @ source @ wv
    return out, weights
