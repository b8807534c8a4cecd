from autograder.suite import Mistake

MEAN = "mean = x.mean(axis=0)"
SVD = "_, s, vt = np.linalg.svd(x - mean, full_matrices=False)"
WEIGHTS = "w_enc, w_dec = vt[:k].T, vt[:k]"
BIASES = "b_enc, b_dec = -mean @ w_enc, mean"
LOSS = "loss = np.sum(s[k:] ** 2) / len(x)"

MISTAKES = [
    Mistake(
        "linear_ae_optimum/uncentred",
        old=MEAN,
        new="mean = np.zeros(x.shape[1])",
        hint="You decompose the data as they come, so the first direction points at the mean instead of along the spread, "
        "and the biases have nothing to do. Variance is measured from the mean: subtract it first, and let the "
        "biases put it back.",
    ),
    Mistake(
        "linear_ae_optimum/left-vectors",
        old=SVD,
        new="u, s, vt = np.linalg.svd(x - mean, full_matrices=False)",
        also=((WEIGHTS, "w_enc, w_dec = u[:, :k], u[:, :k].T"), (BIASES, "b_enc, b_dec = np.zeros(k), mean")),
        hint="Your weights are left singular vectors: they have an entry for each sample. A direction in the space of the "
        "features has one for each feature; those are the right singular vectors. (numpy returns them as rows.)",
    ),
    Mistake(
        "linear_ae_optimum/ascending",
        old=WEIGHTS,
        new="w_enc, w_dec = vt[len(vt) - k :].T, vt[len(vt) - k :]",
        also=((LOSS, "loss = np.sum(s[: len(s) - k] ** 2) / len(x)"),),
        hint="Your code keeps the directions in which the data vary least. Mind the order in which the decomposition "
        "returns them: eigh sorts from small to large, svd from large to small.",
    ),
    Mistake(
        "linear_ae_optimum/ddof",
        old=LOSS,
        new="loss = np.sum(s[k:] ** 2) / (len(x) - 1)",
        hint="Your loss divides by N - 1. The loss is a mean over the N samples, so it belongs to the covariance that "
        "divides by N.",
    ),
    Mistake(
        "linear_ae_optimum/kept-variance",
        old=LOSS,
        new="loss = np.sum(s[:k] ** 2) / len(x)",
        hint="Your loss is the variance that the code keeps. What is lost is the rest.",
    ),
    Mistake(
        "linear_ae_optimum/no-decoder-bias",
        old=BIASES,
        new="b_enc, b_dec = -mean @ w_enc, np.zeros(x.shape[1])",
        hint="The mean is subtracted in your encoder and never comes back: the reconstructions lie around 0. The decoder "
        "has a bias, too.",
    ),
    Mistake(
        "linear_ae_optimum/no-encoder-bias",
        old=BIASES,
        new="b_enc, b_dec = np.zeros(k), mean",
        hint="Your encoder does not subtract the mean, but your decoder adds it: the part of the mean that lies in the "
        "subspace is counted twice.",
    ),
    Mistake(
        "linear_ae_optimum/singular-values",
        old=LOSS,
        new="loss = np.sum(s[k:]) / len(x)",
        hint="Your loss adds up singular values. The eigenvalues of the covariance are their squares divided by N.",
    ),
    Mistake(
        "linear_ae_optimum/scaled",
        old=WEIGHTS,
        new="w_enc, w_dec = vt[:k].T / s[:k] * np.sqrt(len(x)), vt[:k] * s[:k, None] / np.sqrt(len(x))",
        hint="Your codes are scaled to variance 1 and the decoder undoes it. The loss is the same, but the columns of "
        "w_enc are to have length 1, and w_dec is to be its transpose.",
    ),
]
