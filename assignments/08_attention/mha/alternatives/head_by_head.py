"""A loop over heads with slices of the matrices; the output as a sum of what each head contributes. A list is kept."""

import numpy as np


def mha_forward(xq, xkv, wq, wk, wv, wo, n_heads, mask=None):
    (b, t, e), s, d = xq.shape, xkv.shape[1], xq.shape[2] // n_heads
    allowed = np.broadcast_to(np.ones(1, dtype=bool) if mask is None else mask, (b, n_heads, t, s))
    out, maps = np.zeros((b, t, e)), []
    for h in range(n_heads):
        part = slice(h * d, h * d + d)
        scores = np.matmul(xq @ wq[:, part], np.transpose(xkv @ wk[:, part], (0, 2, 1))) * d**-0.5
        a = np.exp(np.where(allowed[:, h], scores - scores.max(2, keepdims=True), -np.inf))
        a = a / np.maximum(a.sum(2, keepdims=True), 1e-300)
        out += a @ (xkv @ wv[:, part]) @ wo[part]
        maps.append(a)
    return out, np.stack(maps, 1), [xq, xkv, wq, wk, wv, wo, maps]


def mha_backward(dout, cache):
    xq, xkv, wq, wk, wv, wo, maps = cache
    dxq, dxkv = np.zeros_like(xq), np.zeros_like(xkv)
    dwq, dwk, dwv, dwo = (np.zeros_like(w) for w in (wq, wk, wv, wo))
    d = wq.shape[0] // len(maps)
    for h in range(len(maps)):
        part = slice(h * d, h * d + d)
        for n in range(len(xq)):
            q, k, v, p = xq[n] @ wq[:, part], xkv[n] @ wk[:, part], xkv[n] @ wv[:, part], maps[h][n]
            dhead = dout[n] @ wo[part].T
            dwo[part] += (p @ v).T @ dout[n]
            dp, dv = dhead @ v.T, p.T @ dhead
            dscores = (p * dp - p * (p * dp).sum(1)[:, None]) * d**-0.5
            dq, dk = dscores @ k, dscores.T @ q
            dwq[:, part] += xq[n].T @ dq
            dwk[:, part] += xkv[n].T @ dk
            dwv[:, part] += xkv[n].T @ dv
            dxq[n] += dq @ wq[:, part].T
            dxkv[n] += dk @ wk[:, part].T + dv @ wv[:, part].T
    return dxq, dxkv, dwq, dwk, dwv, dwo
