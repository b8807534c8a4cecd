"""Point by point, with plain Python numbers."""


def bias_variance_decomposition(preds, f_true, noise_var):
    s, p = preds.shape
    bias2 = var = 0.0
    for j in range(p):
        mean = sum(preds[:, j]) / s
        bias2 += (mean - f_true[j]) ** 2 / p
        for i in range(s):
            var += (preds[i, j] - mean) ** 2 / (s * p)
    return bias2, var, noise_var + bias2 + var
