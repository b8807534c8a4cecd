"""Known losses and slopes by differences, in place of a second implementation."""

import numpy as np


def test_gpt_loss(f):
    rng = np.random.default_rng(7)
    ids = rng.integers(4, size=(2, 5))
    logits = rng.normal(size=(2, 5, 4))
    mask = np.array([[True, False, True, True, False], [False, True, True, False, False]])
    ok = np.isclose(f(np.zeros((2, 5, 4)), ids, np.ones((2, 5), bool), "mean")[0], 4 * np.log(4))
    ok = ok and np.isclose(f(np.zeros((2, 5, 4)), ids, mask, "mean")[0], 2 * np.log(4))
    for m in (np.ones((2, 5), bool), mask):
        for reduction in ("mean", "token_mean"):
            total, count = 0.0, 0
            for n in range(2):
                for t in range(1, 5):
                    if m[n, t]:
                        p = np.exp(logits[n, t - 1]) / np.exp(logits[n, t - 1]).sum()
                        total, count = total - np.log(p[ids[n, t]]), count + 1
            loss, grad = f(logits, ids, m, reduction)
            ok = ok and np.isclose(loss, total / (2 if reduction == "mean" else count))
            way = rng.normal(size=logits.shape)
            up, down = (f(logits + h * way, ids, m, reduction)[0] for h in (1e-5, -1e-5))
            ok = ok and abs((up - down) / 2e-5 - (grad * way).sum()) < 1e-6
    shifted = f(logits + 5000, ids, mask, "mean")[0]
    ok = ok and np.isclose(shifted, f(logits, ids, mask, "mean")[0], atol=1e-7)
    nothing = np.zeros((2, 5), bool)
    nothing[:, 0] = True
    loss, grad = f(logits, ids, nothing, "token_mean")
    return bool(ok and loss == 0 and np.all(np.asarray(grad) == 0))
