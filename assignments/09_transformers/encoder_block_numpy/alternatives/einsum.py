"""einsum for everything; the weights of the projections are cut into heads, not their outputs."""

import numpy as np


def layer_norm(z, g, b, eps=1e-5):
    mu = z.mean(axis=2, keepdims=True)
    var = ((z - mu) ** 2).mean(axis=2, keepdims=True)
    return g * ((z - mu) / np.sqrt(var + eps)) + b, mu, var


def layer_norm_backward(d, z, g, mu, var, eps=1e-5):
    D, std = z.shape[2], np.sqrt(var + eps)
    dhat = d * g
    dvar = (dhat * (z - mu)).sum(axis=2, keepdims=True) * -0.5 / std**3
    dmu = -(dhat / std).sum(axis=2, keepdims=True)
    dz = dhat / std + dvar * 2 * (z - mu) / D + dmu / D
    return dz, np.einsum("ntd,ntd->d", d, (z - mu) / std), np.einsum("ntd->d", d)


def encoder_block_forward(x, params, n_heads):
    D = x.shape[2]
    if n_heads < 1 or D % n_heads:
        raise ValueError(f"n_heads = {n_heads}")
    cut = {name: params[name].reshape(D, n_heads, -1) for name in ("Wq", "Wk", "Wv")}
    q, k, v = (np.einsum("ntd,dhw->nthw", x, cut[name]) for name in ("Wq", "Wk", "Wv"))
    s = np.einsum("nihw,njhw->nhij", q, k) * (D // n_heads) ** -0.5
    p = np.exp(s - np.max(s, axis=3, keepdims=True))
    p = p / np.sum(p, axis=3, keepdims=True)
    o = np.einsum("nhij,njhw->nihw", p, v).reshape(x.shape)
    z1 = x + np.einsum("ntd,de->nte", o, params["Wo"])
    y, mu1, var1 = layer_norm(z1, params["g1"], params["b1"])
    a = np.einsum("ntd,df->ntf", y, params["W1"]) + params["c1"]
    z2 = y + np.einsum("ntf,fd->ntd", np.where(a > 0, a, 0.0), params["W2"]) + params["c2"]
    out, mu2, var2 = layer_norm(z2, params["g2"], params["b2"])
    return out, {"all": (x, params, cut, q, k, v, p, o, z1, y, mu1, var1, a, z2, mu2, var2)}


def encoder_block_backward(dout, cache):
    x, P, cut, q, k, v, p, o, z1, y, mu1, var1, a, z2, mu2, var2 = cache["all"]
    g, width = {}, q.shape[3]
    dz2, g["g2"], g["b2"] = layer_norm_backward(dout, z2, P["g2"], mu2, var2)
    g["c2"] = np.einsum("ntd->d", dz2)
    g["W2"] = np.einsum("ntf,ntd->fd", np.where(a > 0, a, 0.0), dz2)
    da = np.where(a > 0, np.einsum("ntd,fd->ntf", dz2, P["W2"]), 0.0)
    g["W1"], g["c1"] = np.einsum("ntd,ntf->df", y, da), np.einsum("ntf->f", da)
    dz1, g["g1"], g["b1"] = layer_norm_backward(dz2 + np.einsum("ntf,df->ntd", da, P["W1"]), z1, P["g1"], mu1, var1)
    g["Wo"] = np.einsum("ntd,nte->de", o, dz1)
    do = np.einsum("nte,de->ntd", dz1, P["Wo"]).reshape(q.shape)
    dp = np.einsum("nihw,njhw->nhij", do, v)
    ds = p * (dp - np.einsum("nhij,nhij->nhi", p, dp)[..., None]) * width**-0.5
    parts = {
        "Wq": np.einsum("nhij,njhw->nihw", ds, k),
        "Wk": np.einsum("nhij,nihw->njhw", ds, q),
        "Wv": np.einsum("nhij,nihw->njhw", p, do),
    }
    dx = dz1
    for name, d in parts.items():
        g[name] = np.einsum("ntd,nthw->dhw", x, d).reshape(P[name].shape)
        dx = dx + np.einsum("nthw,dhw->ntd", d, cut[name])
    return dx, g
