"""One product for each group, with windows of its own."""

import numpy as np


def conv2d_im2col_forward(x, w, b, stride=1, pad=0, groups=1):
    (N, C, _, _), (F, Cg, kh, kw) = x.shape, w.shape
    if Cg * groups != C or F % groups:
        raise ValueError("w or groups")
    xp = np.pad(x, [(0, 0), (0, 0), (pad, pad), (pad, pad)])
    view = np.lib.stride_tricks.sliding_window_view(xp, (kh, kw), axis=(2, 3))[:, :, ::stride, ::stride]
    H, W = view.shape[2:4]
    maps, kept = [], []
    Fg = F // groups
    for g in range(groups):
        X = view[:, g * Cg : (g + 1) * Cg].transpose(0, 2, 3, 1, 4, 5).reshape(N * H * W, -1)
        K = w[g * Fg : (g + 1) * Fg].reshape(Fg, -1)
        kept.append(X)
        maps.append((X @ K.T).reshape(N, H, W, Fg))
    out = np.moveaxis(np.concatenate(maps, axis=-1) + b, -1, 1)
    return out, {"windows": kept, "w": w, "shape": xp.shape, "stride": stride, "pad": pad}


def conv2d_im2col_backward(dout, cache):
    w, stride, pad = cache["w"], cache["stride"], cache["pad"]
    F, Cg, kh, kw = w.shape
    N, _, H, W = dout.shape
    groups = len(cache["windows"])
    Fg = F // groups
    dxp, dw = np.zeros(cache["shape"]), []
    for g, X in enumerate(cache["windows"]):
        dY = dout[:, g * Fg : (g + 1) * Fg].transpose(0, 2, 3, 1).reshape(-1, Fg)
        dw.append((dY.T @ X).reshape(Fg, Cg, kh, kw))
        dX = (dY @ w[g * Fg : (g + 1) * Fg].reshape(Fg, -1)).reshape(N, H, W, Cg, kh, kw)
        for u in range(kh):
            for v in range(kw):
                target = dxp[:, g * Cg : (g + 1) * Cg, u : u + stride * H : stride, v : v + stride * W : stride]
                target += dX[..., u, v].transpose(0, 3, 1, 2)
    height, width = cache["shape"][2] - 2 * pad, cache["shape"][3] - 2 * pad
    return dxp[:, :, pad : pad + height, pad : pad + width], np.concatenate(dw), dout.sum((0, 2, 3))
