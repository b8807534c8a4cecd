import numpy as np


def bahdanau_scores(s, h, wa, ua, va):
    e = np.zeros(h.shape[:2])
    for n in range(len(s)):
        for j in range(h.shape[1]):
            e[n, j] = sum(va[k] * np.tanh(s[n] @ wa[:, k] + h[n, j] @ ua[:, k]) for k in range(len(va)))
    return e


def bahdanau_attention_forward(s, h, wa, ua, va, mask=None):
    cache = {"given": (s, h, wa, ua, va), "hidden": [], "alpha": []}
    contexts = []
    for n in range(len(s)):
        hidden = np.array([np.tanh(s[n] @ wa + memory @ ua) for memory in h[n]])
        alpha = masked_softmax(hidden @ va, None if mask is None else mask[n])
        contexts.append(alpha @ h[n])
        cache["hidden"].append(hidden)
        cache["alpha"].append(alpha)
    return np.array(contexts), np.array(cache["alpha"]), cache


def bahdanau_attention_backward(dcontext, cache):
    s, h, wa, ua, va = cache["given"]
    ds, dh, dwa, dua, dva = (np.zeros_like(x) for x in cache["given"])
    for n, (hidden, alpha) in enumerate(zip(cache["hidden"], cache["alpha"])):
        jacobian = np.diag(alpha) - np.outer(alpha, alpha)
        dscores = jacobian @ h[n] @ dcontext[n]
        for j, de in enumerate(dscores):
            dz = de * va * (1 - hidden[j] ** 2)
            ds[n] += wa @ dz
            dh[n, j] = alpha[j] * dcontext[n] + ua @ dz
            dwa += np.outer(s[n], dz)
            dua += np.outer(h[n, j], dz)
            dva += de * hidden[j]
    return ds, dh, dwa, dua, dva
