from autograder.suite import Mistake

CHECK = 'if np.any(i == 0):\n        raise ValueError("the first step has no such term")\n    '
SIGMA2 = 'sigma2 = beta[i] if variance == "beta" else posterior'
RESULT = "return np.sum(away**2, axis=tuple(range(1, x0.ndim))) / (2 * sigma2)"

MISTAKES = [
    Mistake(
        "vlb_term/no-half",
        old=RESULT,
        new="return np.sum(away**2, axis=tuple(range(1, x0.ndim))) / sigma2",
        hint="The factor 1/2 is missing: it comes from the exponent of the normal density.",
    ),
    Mistake(
        "vlb_term/sigma-not-squared",
        old=RESULT,
        new="return np.sum(away**2, axis=tuple(range(1, x0.ndim))) / (2 * np.sqrt(sigma2))",
        hint="You divide by the standard deviation. A squared distance is measured in variances.",
    ),
    Mistake(
        "vlb_term/mean-dims",
        old=RESULT,
        new="return np.mean(away**2, axis=tuple(range(1, x0.ndim))) / (2 * sigma2)",
        hint="You average over the entries of a sample. Independent entries add up; a mean would make the bound "
        "depend on the size of the image in the wrong way.",
    ),
    Mistake(
        "vlb_term/includes-first",
        old=CHECK,
        new="",
        hint="The first step is accepted. There the posterior has no spread, so with its variance you divide by 0: "
        "raise ValueError.",
    ),
    Mistake(
        "vlb_term/first-only-if-alone",
        old="np.any(i == 0)",
        new="np.all(i == 0)",
        hint="Index 0 is refused only if all samples have it. One such sample is enough.",
    ),
    Mistake(
        "vlb_term/variance-swapped",
        old=SIGMA2,
        new='sigma2 = posterior if variance == "beta" else beta[i]',
        hint='The two variances are exchanged: "beta" asks for the noise of the forward step.',
    ),
    Mistake(
        "vlb_term/batch",
        old=RESULT,
        new="return np.mean(np.sum(away**2, axis=tuple(range(1, x0.ndim))) / (2 * sigma2))",
        hint="You average over the samples. Each has a divergence of its own.",
    ),
]
