"""State and memory side by side, through one matrix; the softmax backward from the context."""

import numpy as np


def _joined(s, h):
    return np.concatenate([np.repeat(s[:, None], h.shape[1], axis=1), h], axis=2)


def bahdanau_scores(s, h, wa, ua, va):
    return np.einsum("nta,a->nt", np.tanh(_joined(s, h) @ np.vstack([wa, ua])), va)


def bahdanau_attention_forward(s, h, wa, ua, va, mask=None):
    scores = bahdanau_scores(s, h, wa, ua, va)
    visible = scores if mask is None else np.where(mask, scores, -np.inf)
    top = visible.max(axis=1, keepdims=True)
    powers = np.exp(visible - np.where(np.isfinite(top), top, 0))
    alpha = powers / np.maximum(powers.sum(axis=1, keepdims=True), 1e-300)
    context = np.einsum("nt,ntd->nd", alpha, h)
    return context, alpha, [s, h, np.vstack([wa, ua]), va, alpha, context]


def bahdanau_attention_backward(dcontext, cache):
    s, h, w, va, alpha, context = cache
    joined = _joined(s, h)
    hidden = np.tanh(joined @ w)
    dscores = alpha * ((h - context[:, None]) * dcontext[:, None]).sum(axis=2)
    dz = np.einsum("nt,a->nta", dscores, va) / np.cosh(joined @ w) ** 2
    djoined, dw, width = dz @ w.T, np.tensordot(joined, dz, axes=([0, 1], [0, 1])), s.shape[1]
    dh = djoined[:, :, width:] + alpha[:, :, None] * dcontext[:, None]
    return djoined[:, :, :width].sum(1), dh, dw[:width], dw[width:], np.tensordot(dscores, hidden, 2)
