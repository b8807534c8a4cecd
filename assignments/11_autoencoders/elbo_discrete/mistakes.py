from autograder.suite import Mistake

JOINT = "log_joint = np.log(prior) + np.log(lik)"
LOG_Q = "log_q = np.log(np.where(q > 0, q, 1.0))"
POSTERIOR = "log_posterior = log_joint - log_px"
RECON = "recon = np.sum(q * np.log(lik))"
KL = "kl_prior = np.sum(q * (log_q - np.log(prior)))"
GAP = "gap = np.sum(q * (log_q - log_posterior))"

MISTAKES = [
    Mistake(
        "elbo_discrete/gap-to-prior",
        old=GAP,
        new="gap = kl_prior",
        hint="Your gap is the divergence from the prior. That one is a part of the bound; what the bound misses of the "
        "evidence is the divergence of q from the posterior.",
    ),
    Mistake(
        "elbo_discrete/reversed-kl",
        old=GAP,
        new="gap = np.sum(np.exp(log_posterior) * (log_posterior - log_q))",
        hint="Your gap is the divergence of the posterior from q, the other way round. The mean is taken over q, in both "
        "divergences.",
    ),
    Mistake(
        "elbo_discrete/nan-zero",
        old=LOG_Q,
        new="log_q = np.log(q)",
        hint="Where q is 0 you compute 0 times minus infinity, which is nan. Such a class adds nothing (a ln a tends to 0 "
        "with a): leave it out, or put some finite number in the place of the logarithm.",
    ),
    Mistake(
        "elbo_discrete/clipped",
        old=LOG_Q,
        new="q = np.clip(q, 1e-4, 1.0)\n    log_q = np.log(q)",
        hint="You replace zeros of q by a small number. Then q no longer sums to 1, and bound and gap no longer add up to "
        "the evidence.",
    ),
    Mistake(
        "elbo_discrete/plus-kl",
        old='"elbo": recon - kl_prior',
        new='"elbo": recon + kl_prior',
        hint="You add the divergence to the bound. It is what q pays for saying something else than the prior: it is "
        "subtracted.",
    ),
    Mistake(
        "elbo_discrete/prior-likelihood",
        old=RECON,
        new="recon = np.sum(prior * np.log(lik))",
        hint="Your reconstruction term averages over the prior. It is the mean over q.",
    ),
    Mistake(
        "elbo_discrete/log-of-mean",
        old=RECON,
        new="recon = np.log(np.sum(q * lik))",
        hint="You take the logarithm of the mean likelihood. The bound averages logarithms; that is where it loses something.",
    ),
    Mistake(
        "elbo_discrete/posterior-unnormalised",
        old=POSTERIOR,
        new="log_posterior = log_joint",
        hint="What you compare q with is the joint probability p(z) p(x | z), which does not sum to 1. Divide by p(x) to "
        "make it the posterior.",
    ),
    Mistake(
        "elbo_discrete/prior-ignored",
        old=JOINT,
        new="log_joint = np.log(lik) - np.log(len(lik))",
        hint="Evidence and posterior ignore the prior, as if all classes were equally likely beforehand.",
    ),
    Mistake(
        "elbo_discrete/kl-reversed",
        old=KL,
        new="kl_prior = np.sum(prior * (np.log(prior) - log_q))",
        hint="Your kl_prior is the divergence of the prior from q, the other way round. The mean is taken over q.",
    ),
]
