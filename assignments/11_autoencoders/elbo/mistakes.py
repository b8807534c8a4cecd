from autograder.suite import Mistake

SAMPLED = "return np.mean(log_px_z + log_pz - log_qz, axis=0)"
HALF = "return np.mean(log_px_z, axis=0) - kl_diag_gaussian_standard(mu, logvar)"

MISTAKES = [
    Mistake(
        "elbo_mc/plus-q",
        old=SAMPLED,
        new="return np.mean(log_px_z + log_pz + log_qz, axis=0)",
        hint="You add ln q. It is subtracted: the codes come from q, and dividing by q makes up for that.",
    ),
    Mistake(
        "elbo_mc/no-prior",
        old=SAMPLED,
        new="return np.mean(log_px_z - log_qz, axis=0)",
        hint="The prior is missing. The bound is about the joint probability of x and z, which is p(x | z) p(z).",
    ),
    Mistake(
        "elbo_mc/log-mean",
        old=SAMPLED,
        new="terms = log_px_z + log_pz - log_qz\n"
        "    top = terms.max(axis=0)\n"
        "    return top + np.log(np.mean(np.exp(terms - top), axis=0))",
        hint="You average the weights and take the logarithm afterwards. That is the importance-weighted bound, which is "
        "tighter; the ELBO is the mean of the logarithms.",
    ),
    Mistake(
        "elbo_mc/sum-samples",
        old=SAMPLED,
        new="return np.sum(log_px_z + log_pz - log_qz, axis=0)",
        hint="You add the codes up. The bound is a mean over them; it does not grow with their number.",
    ),
    Mistake(
        "elbo_mc/no-q",
        old=SAMPLED,
        new="return np.mean(log_px_z + log_pz, axis=0)",
        hint="ln q is missing: what is left is the mean of ln p(x, z), without the entropy of q.",
    ),
    Mistake(
        "elbo_mc/axis",
        old=SAMPLED,
        new="return np.mean(log_px_z + log_pz - log_qz, axis=1)",
        hint="You average over the samples. Each x has a bound of its own; the codes are in the first axis.",
    ),
    Mistake(
        "elbo_mc/negative",
        old=SAMPLED,
        new="return -np.mean(log_px_z + log_pz - log_qz, axis=0)",
        hint="The sign is turned. That is the loss one minimises in training; asked for is the bound itself, which lies "
        "below ln p(x).",
    ),
    Mistake(
        "elbo_mc/analytic-plus-kl",
        old=HALF,
        new="return np.mean(log_px_z, axis=0) + kl_diag_gaussian_standard(mu, logvar)",
        hint="You add the divergence. It is what q pays for saying something else than the prior: it is subtracted.",
    ),
    Mistake(
        "elbo_mc/analytic-kl-mean",
        old=HALF,
        new="return np.mean(log_px_z, axis=0) - kl_diag_gaussian_standard(mu, logvar) / mu.shape[1]",
        hint="Your divergence is averaged over the code units. It is a sum over them; with the mean your result is no "
        "lower bound any more.",
    ),
    Mistake(
        "elbo_mc/analytic-reversed",
        old=HALF,
        new="reverse = 0.5 * np.sum((mu**2 + 1) / np.exp(logvar) - 1 + logvar, axis=1)\n"
        "    return np.mean(log_px_z, axis=0) - reverse",
        hint="You subtract the divergence of the prior from q. It is the one of q from the prior; the order matters.",
    ),
    Mistake(
        "elbo_mc/analytic-sum-samples",
        old=HALF,
        new="return np.sum(log_px_z, axis=0) - kl_diag_gaussian_standard(mu, logvar)",
        hint="You add the log-likelihoods of the codes up. They are averaged: they estimate one expectation.",
    ),
    Mistake(
        "elbo_mc/analytic-kl-batch",
        old=HALF,
        new="return np.mean(log_px_z, axis=0) - np.mean(kl_diag_gaussian_standard(mu, logvar))",
        hint="You subtract the mean divergence of the batch from every sample. Each x has a q of its own, and its own "
        "divergence.",
    ),
    Mistake(
        "elbo_mc/analytic-log-mean",
        old=HALF,
        new="top = log_px_z.max(axis=0)\n"
        "    return top + np.log(np.mean(np.exp(log_px_z - top), axis=0)) - kl_diag_gaussian_standard(mu, logvar)",
        hint="You average likelihoods and take the logarithm afterwards. The first term is the mean of the logarithms.",
    ),
]
