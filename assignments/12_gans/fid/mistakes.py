from autograder.suite import Mistake

ROOT = "return (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T"
RESULT = "return np.sum((mu1 - mu2) ** 2) + np.trace(S1) + np.trace(S2) - 2 * np.trace(cross)"
CROSS = "cross = matrix_sqrt_psd(root @ S2 @ root)"
STATS = "stats += [mean, away.T @ away / (len(features) - 1)]"

MISTAKES = [
    Mistake(
        "fid_from_stats/elementwise",
        old="    values, vectors = np.linalg.eigh(S)\n    " + ROOT,
        new="    return np.sqrt(np.maximum(S, 0.0))",
        hint="You take the root of every entry. The root of a matrix is a matrix that gives S when it is multiplied with "
        "itself.",
    ),
    Mistake(
        "fid_from_stats/cholesky",
        old=ROOT,
        new="turned = np.linalg.qr((vectors * np.sqrt(np.maximum(values, 0.0))).T)[1]\n"
        "    return (turned * np.sign(np.diag(turned))[:, None]).T",
        hint="Your factor is triangular, with L L^T = S. The root that is asked for is symmetric, with R R = S.",
    ),
    Mistake(
        "fid_from_stats/unclipped",
        old=ROOT,
        new="return (vectors * np.sqrt(values)) @ vectors.T",
        hint="An eigenvalue that should be 0 is a little negative after rounding, and its root is not a number.",
    ),
    Mistake(
        "fid_from_stats/no-back-rotation",
        old=ROOT,
        new="return vectors * np.sqrt(np.maximum(values, 0.0))",
        hint="Your root lives in the axes of the eigenvectors. Turn it back.",
    ),
    Mistake(
        "fid_from_stats/mean-unsquared",
        old=RESULT,
        new="return np.sqrt(np.sum((mu1 - mu2) ** 2)) + np.trace(S1) + np.trace(S2) - 2 * np.trace(cross)",
        hint="The distance of the means is squared.",
    ),
    Mistake(
        "fid_from_stats/no-two",
        old=RESULT,
        new="return np.sum((mu1 - mu2) ** 2) + np.trace(S1) + np.trace(S2) - np.trace(cross)",
        hint="The factor 2 is missing: from itself a distribution should have distance 0.",
    ),
    Mistake(
        "fid_from_stats/root-of-result",
        old=RESULT,
        new="return np.sqrt(np.maximum(np.sum((mu1 - mu2) ** 2) + np.trace(S1) + np.trace(S2) - 2 * np.trace(cross), 0.0))",
        hint="You return the root. What is called FID is the squared distance.",
    ),
    Mistake(
        "fid_from_stats/product-of-roots",
        old=CROSS,
        new="cross = root @ matrix_sqrt_psd(S2)",
        hint="You multiply the two roots. That is right only if the covariances have common axes.",
    ),
    Mistake(
        "fid_from_stats/no-outer-root",
        old=CROSS,
        new="cross = root @ S2 @ root",
        hint="The outer root is missing.",
    ),
    Mistake(
        "fid_from_stats/covariances-only",
        old=RESULT,
        new="return np.trace(S1) + np.trace(S2) - 2 * np.trace(cross)",
        hint="The means do not occur in your distance.",
    ),
    Mistake(
        "fid/ddof-zero",
        old=STATS,
        new="stats += [mean, away.T @ away / len(features)]",
        hint="Your covariances divide by the number of samples. The unbiased ones divide by one less.",
    ),
    Mistake(
        "fid/rows-as-vars",
        old=STATS,
        new="spread = np.cov(features)\n        d = features.shape[1]\n        block = np.zeros((d, d))\n"
        "        k = min(d, len(spread))\n        block[:k, :k] = np.atleast_2d(spread)[:k, :k]\n"
        "        stats += [mean, block]",
        hint="You take the covariance of the samples with each other. Rows are samples, and features vary.",
    ),
    Mistake(
        "fid/second-moment",
        old="away = features - mean",
        new="away = features",
        hint="The mean is not taken off before you multiply: a shift then counts as spread.",
    ),
    Mistake(
        "fid/pooled",
        old="    return fid_from_stats(*stats)",
        new="    pooled = (stats[1] + stats[3]) / 2\n    return fid_from_stats(stats[0], pooled, stats[2], pooled)",
        hint="Both sets get the same covariance in your code. Each has its own, and their difference counts.",
    ),
    Mistake(
        "fid/diagonal",
        old="    return fid_from_stats(*stats)",
        new="    return fid_from_stats(stats[0], np.diag(np.diag(stats[1])), stats[2], np.diag(np.diag(stats[3])))",
        hint="Only the variances are left of your covariances. How features vary together counts as well.",
    ),
]
