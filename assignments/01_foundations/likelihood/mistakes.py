from autograder.suite import Mistake

TERMS = "terms = 0.5 * (np.log(2.0 * np.pi * var) + (y - mu) ** 2 / var)"
MEAN = "return float(terms.sum() / len(y))"

MISTAKES = [
    Mistake(
        "gaussian_nll/std-as-var",
        old=TERMS,
        new="terms = 0.5 * (np.log(2.0 * np.pi * var**2) + (y - mu) ** 2 / var**2)",
        hint="You square var, as if it were a standard deviation. It is the variance already.",
    ),
    Mistake(
        "gaussian_nll/no-two-pi",
        old=TERMS,
        new="terms = 0.5 * (np.log(var) + (y - mu) ** 2 / var)",
        hint="The constant ln(2 pi) is missing. It does not change the minimum, but without it this is no likelihood.",
    ),
    Mistake(
        "gaussian_nll/log-unhalved",
        old=TERMS,
        new="terms = np.log(2.0 * np.pi * var) + 0.5 * (y - mu) ** 2 / var",
        hint="The 1/2 belongs to the logarithm as well: the density has the square root of the variance below it.",
    ),
    Mistake(
        "gaussian_nll/dim-mean",
        old=MEAN,
        new="return float(terms.mean())",
        hint="You divide by the number of all entries. Independent outputs of one sample multiply their densities, so their "
        "terms add up; "
        "only the samples are averaged.",
    ),
    Mistake(
        "gaussian_nll/sign",
        old=MEAN,
        new="return float(-terms.sum() / len(y))",
        hint="That is the log-likelihood. Its negative is asked for: the loss falls when the data become more likely.",
    ),
    Mistake(
        "gaussian_nll/ddof-one",
        old="data.var(axis=0)",
        new="data.var(axis=0, ddof=1)",
        hint="You divide by N - 1. That is the unbiased estimate; the most likely variance has 1/N.",
    ),
    Mistake(
        "gaussian_nll/std",
        old="data.var(axis=0)",
        new="data.std(axis=0)",
        hint="You return the standard deviation. The variance is asked for.",
    ),
    Mistake(
        "gaussian_nll/mean-for-laplace",
        old="location = np.median(data)",
        new="location = np.mean(data)",
        hint="For a Laplace distribution distances count, not squares. The mean belongs to squares. What belongs to distances?",
    ),
    Mistake(
        "gaussian_nll/counts",
        old="return np.bincount(data, minlength=K) / len(data)",
        new="return np.bincount(data, minlength=K) * 1.0",
        hint="You return how often each class occurs. Probabilities sum to 1: divide by the number of observations.",
    ),
    Mistake(
        "gaussian_nll/k-from-max",
        old="np.bincount(data, minlength=K)",
        new="np.bincount(data)",
        hint="Classes at the end that do not occur are missing in your result. It has K entries, whatever the data are.",
    ),
]
