from autograder.suite import Mistake

TOP = "top = log_px_given_z.max(axis=0)"
RETURN = "return top + np.log(np.mean(np.exp(log_px_given_z - top), axis=0))"

MISTAKES = [
    Mistake(
        "marginal_loglik_mc/mean-of-logs",
        old=RETURN,
        new="return np.mean(log_px_given_z, axis=0)",
        hint="You average the logarithms. The logarithm of a mean is larger than the mean of logarithms (Jensen), and "
        "what is asked for is the former: average the likelihoods, then take the logarithm.",
    ),
    Mistake(
        "marginal_loglik_mc/no-log-s",
        old=RETURN,
        new="return top + np.log(np.sum(np.exp(log_px_given_z - top), axis=0))",
        hint="You add the likelihoods up and do not divide by how many there are: with more codes your estimate grows "
        "without end.",
    ),
    Mistake(
        "marginal_loglik_mc/underflow",
        old=RETURN,
        new="return np.log(np.mean(np.exp(log_px_given_z), axis=0))",
        hint="You leave the logarithms too early: exp(-1000) is 0 in a float, and its logarithm minus infinity. Take "
        "something out of the sum first, and put it back afterwards.",
    ),
    Mistake(
        "marginal_loglik_mc/shift-lost",
        old=RETURN,
        new="return np.log(np.mean(np.exp(log_px_given_z - top), axis=0))",
        hint="You take the largest log-likelihood out, and do not put it back.",
    ),
    Mistake(
        "marginal_loglik_mc/global-max",
        old=TOP,
        new="top = log_px_given_z.max()",
        hint="You take the same number out of all samples. If their log-likelihoods differ by a thousand, the smaller "
        "ones underflow all the same: every sample needs its own.",
    ),
    Mistake(
        "marginal_loglik_mc/axis",
        old=TOP,
        new="top = log_px_given_z.max(axis=1)",
        also=((RETURN, "return top + np.log(np.mean(np.exp(log_px_given_z - top[:, None]), axis=1))"),),
        hint="You average over the samples. Each x has an evidence of its own; the codes are in the first axis.",
    ),
    Mistake(
        "marginal_loglik_mc/best",
        old=RETURN,
        new="return top",
        hint="You return the log-likelihood of the best code. The prior gives weight to all codes, also to those that do "
        "not explain x.",
    ),
    Mistake(
        "marginal_loglik_mc/in-place",
        old=RETURN,
        new="log_px_given_z -= top\n    return top + np.log(np.mean(np.exp(log_px_given_z), axis=0))",
        hint="Your numbers are right, but the array that came in is overwritten on the way.",
    ),
]
