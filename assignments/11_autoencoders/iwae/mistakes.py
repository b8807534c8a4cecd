from autograder.suite import Mistake

LARGEST = "largest = log_w.max(axis=0)"
SCALED = "scaled = np.exp(log_w - largest)"
RETURN = "return largest + np.log(scaled.sum(axis=0)) - np.log(len(log_w))"

MISTAKES = [
    Mistake(
        "iwae_bound/mean-of-logs",
        old=RETURN,
        new="return np.mean(log_w, axis=0)",
        hint="You average the logarithms: that is the ELBO, for every K, and more codes only make it less noisy. Here the "
        "weights are averaged before the logarithm is taken, and the bound gets tighter.",
    ),
    Mistake(
        "iwae_bound/no-log-k",
        old=RETURN,
        new="return largest + np.log(scaled.sum(axis=0))",
        hint="You add the weights up and do not divide by how many there are. Your result grows with ln K and is no lower "
        "bound any more.",
    ),
    Mistake(
        "iwae_bound/axis",
        old=LARGEST,
        new="largest = log_w.max(axis=1)",
        also=(
            (SCALED, "scaled = np.exp(log_w - largest[:, None])"),
            (RETURN, "return largest + np.log(scaled.sum(axis=1)) - np.log(log_w.shape[1])"),
        ),
        hint="You average over the samples. Each x has a bound of its own; the codes are in the first axis.",
    ),
    Mistake(
        "iwae_bound/underflow",
        old=RETURN,
        new="return np.log(np.exp(log_w).sum(axis=0)) - np.log(len(log_w))",
        hint="You leave the logarithms too early: exp(-1000) is 0 in a float, and exp(1000) infinite. Take something out "
        "of the sum first, and put it back afterwards.",
    ),
    Mistake(
        "iwae_bound/global-max",
        old=LARGEST,
        new="largest = log_w.max()",
        hint="You take the same number out of all samples. If their weights differ by a factor of exp(1000), the smaller "
        "ones underflow all the same: every sample needs its own.",
    ),
    Mistake(
        "iwae_bound/shift-lost",
        old=RETURN,
        new="return np.log(scaled.sum(axis=0)) - np.log(len(log_w))",
        hint="You take the largest logarithm out, and do not put it back.",
    ),
    Mistake(
        "iwae_bound/divided-by-k",
        old=RETURN,
        new="return (largest + np.log(scaled.sum(axis=0))) / len(log_w)",
        hint="You divide the logarithm by K. The weights are to be averaged; behind the logarithm this is a difference, "
        "not a quotient.",
    ),
    Mistake(
        "iwae_bound/best",
        old=RETURN,
        new="return largest",
        hint="You return the best of the weights. In the mean that can exceed ln p(x), so it is no bound.",
    ),
    Mistake(
        "iwae_bound/in-place",
        old=SCALED,
        new="log_w -= largest\n    scaled = np.exp(log_w)",
        hint="Your numbers are right, but the array that came in is overwritten on the way.",
    ),
]
