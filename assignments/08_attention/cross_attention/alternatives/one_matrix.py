"""wq and wk multiplied beforehand, einsum, and a mask that multiplies the exponentials."""

import numpy as np


def cross_attention(x_dec, x_enc, wq, wk, wv, enc_mask=None):
    between = wq @ wk.T / np.sqrt(wq.shape[1])
    scores = np.einsum("btd,de,bse->bts", x_dec, between, x_enc)
    if enc_mask is not None:
        scores = np.where(enc_mask[:, None], scores, scores.min() - 1)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    if enc_mask is not None:
        weights = weights * enc_mask[:, None]
    total = weights.sum(-1, keepdims=True)
    weights = weights / np.where(total > 0, total, 1.0)
    return [weights @ x_enc @ wv, weights]
