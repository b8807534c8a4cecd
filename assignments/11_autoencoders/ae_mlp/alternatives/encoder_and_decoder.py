import numpy as np


def dense(x, w, b):
    return (w.T @ x.T + b[:, None]).T


def ae_mlp_forward(x, params):
    a1 = dense(x, params["w1"], params["b1"])
    code = dense(a1 * (a1 >= 0), params["w2"], params["b2"])
    a2 = dense(code, params["w3"], params["b3"])
    out = dense((np.abs(a2) + a2) / 2, params["w4"], params["b4"])
    return [out, code], (x, a1, code, a2)
