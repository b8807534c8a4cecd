from autograder.suite import Mistake

DIAG = "return 0.5 * np.sum(mu**2 + np.exp(logvar) - 1 - logvar, axis=1)"
FULL = "return 0.5 * (log_det2 - log_det1 - len(mu1) + trace + distance)"
DETS = "log_det1, log_det2 = np.linalg.slogdet(s1)[1], np.linalg.slogdet(s2)[1]"

MISTAKES = [
    Mistake(
        "kl_gaussians/diag-sigma-not-squared",
        old=DIAG,
        new="return 0.5 * np.sum(mu**2 + np.exp(logvar / 2) - 1 - logvar, axis=1)",
        hint="The standard deviation stands where the variance belongs. logvar is the logarithm of the variance, so there "
        "is nothing to halve.",
    ),
    Mistake(
        "kl_gaussians/diag-as-printed",
        old=DIAG,
        new="return 0.5 * np.sum(mu**2 + logvar - 1, axis=1)",
        hint="Some texts print this formula, and it is wrong: it gives -1/2 for the prior itself. The variance is missing, "
        "and the logarithm has the wrong sign.",
    ),
    Mistake(
        "kl_gaussians/diag-no-half",
        old=DIAG,
        new="return np.sum(mu**2 + np.exp(logvar) - 1 - logvar, axis=1)",
        hint="The factor 1/2 is missing. It comes from the exponent of the normal density, and from the root in its "
        "normaliser.",
    ),
    Mistake(
        "kl_gaussians/diag-mean-latents",
        old=DIAG,
        new="return 0.5 * np.mean(mu**2 + np.exp(logvar) - 1 - logvar, axis=1)",
        hint="You average over the coordinates of the code. Independent coordinates add up; a mean would weaken the term "
        "by the width of the code.",
    ),
    Mistake(
        "kl_gaussians/diag-sign",
        old=DIAG,
        new="return -0.5 * np.sum(mu**2 + np.exp(logvar) - 1 - logvar, axis=1)",
        hint="Your divergence has the wrong sign: a divergence is never negative. (Formulas with a minus in front have "
        "the other signs inside.)",
    ),
    Mistake(
        "kl_gaussians/diag-log-sign",
        old=DIAG,
        new="return 0.5 * np.sum(mu**2 + np.exp(logvar) - 1 + logvar, axis=1)",
        hint="The logarithm of the variance has the wrong sign: a very narrow q would then have a divergence that is "
        "negative, without bound.",
    ),
    Mistake(
        "kl_gaussians/diag-reversed",
        old=DIAG,
        new="return 0.5 * np.sum((mu**2 + 1) / np.exp(logvar) - 1 + logvar, axis=1)",
        hint="That is the divergence in the other direction, of the standard normal from q. The order matters.",
    ),
    Mistake(
        "kl_gaussians/diag-sum-batch",
        old=DIAG,
        new="return 0.5 * np.sum(mu**2 + np.exp(logvar) - 1 - logvar)",
        hint="You add up the whole batch. Each row is a distribution of its own and has its own divergence.",
    ),
    Mistake(
        "kl_gaussians/swapped",
        old=FULL,
        new="return 0.5 * (\n"
        "        log_det1 - log_det2 - len(mu1) + np.trace(np.linalg.solve(s1, s2)) + delta @ np.linalg.solve(s1, delta)\n"
        "    )",
        hint="That is the divergence of the second from the first. It is not symmetric: what is averaged over is the "
        "first distribution, and what is inverted is the covariance of the second.",
    ),
    Mistake(
        "kl_gaussians/det-inverted",
        old=FULL,
        new="return 0.5 * (log_det1 - log_det2 - len(mu1) + trace + distance)",
        hint="The two determinants are exchanged. Think of one dimension: if the second is much wider than the first, the "
        "divergence is large because of the logarithm.",
    ),
    Mistake(
        "kl_gaussians/no-d",
        old=FULL,
        new="return 0.5 * (log_det2 - log_det1 + trace + distance)",
        hint="Your divergence is too large by half the dimension. A Gaussian has divergence 0 from itself: the trace "
        "alone is d there.",
    ),
    Mistake(
        "kl_gaussians/no-half",
        old=FULL,
        new="return log_det2 - log_det1 - len(mu1) + trace + distance",
        hint="The factor 1/2 is missing. It comes from the exponent of the normal density, and from the root in its "
        "normaliser.",
    ),
    Mistake(
        "kl_gaussians/det-overflow",
        old=DETS,
        new="log_det1, log_det2 = np.log(np.linalg.det(s1)), np.log(np.linalg.det(s2))",
        hint="In many dimensions a determinant is too small or too large for a float, and its logarithm infinite. The "
        "logarithm of a determinant can be had without the determinant.",
    ),
    Mistake(
        "kl_gaussians/wrong-inverse",
        old="distance = delta @ np.linalg.solve(s2, delta)",
        new="distance = delta @ np.linalg.solve(s1, delta)",
        hint="The distance of the means is measured with the covariance of the first. It is the second distribution that "
        "is asked how unlikely the points of the first are.",
    ),
    Mistake(
        "kl_gaussians/plain-distance",
        old="distance = delta @ np.linalg.solve(s2, delta)",
        new="distance = delta @ delta",
        hint="You take the plain distance of the means. It counts in units of the second distribution's spread, in every "
        "direction.",
    ),
]
