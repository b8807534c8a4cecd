from autograder.suite import Mistake

CDF = "return np.exp(-np.exp(-(x - self.mu) / self.beta))"
LOG_PDF = "return -np.log(self.beta) - t - np.exp(-t)"
SAMPLE = "return self.mu - self.beta * np.log(-np.log(u))"
NLL = "nll = n * np.log(beta) + away.sum() / beta + e.sum()"
MU = "mu = low_end - beta * np.log(np.exp(-y / beta).mean())"
SEARCH = """    for _ in range(math.ceil(-math.log2(tol))):  # every round halves the interval
        beta = (low + high) / 2
        e = np.exp(-y / beta)
        if beta > y.mean() - (y * e).sum() / e.sum():
            high = beta
        else:
            low = beta
    beta = (low + high) / 2
"""

MISTAKES = [
    Mistake(
        "gumbel_distribution/inner-sign",
        old=CDF,
        new="return np.exp(-np.exp((x - self.mu) / self.beta))",
        hint="Your cdf falls. Look at the sign in the inner exponent: for large x it has to go to 1.",
    ),
    Mistake(
        "gumbel_distribution/no-one-over-beta",
        old=LOG_PDF,
        new="return -t - np.exp(-t)",
        hint="Your density is not divided by beta. By the chain rule, the inner derivative of the cdf is 1/beta.",
    ),
    Mistake(
        "gumbel_distribution/swapped",
        old="self.mu, self.beta = mu, beta",
        new="self.mu, self.beta = beta, mu",
        hint="Location and scale are exchanged.",
    ),
    Mistake(
        "gumbel_distribution/one-log",
        old=SAMPLE,
        new="return self.mu - self.beta * np.log(u)",
        hint="One logarithm is missing: there are two exponentials to undo.",
    ),
    Mistake(
        "gumbel_distribution/beta-variance",
        old="self.mu, self.beta = mu, beta",
        new="self.mu, self.beta = mu, np.sqrt(beta)",
        hint="You take beta for a variance. It is the scale itself.",
    ),
    Mistake(
        "gumbel_distribution/averaged",
        old="return float(nll), float(dmu), float(dbeta)",
        new="return float(nll) / n, float(dmu) / n, float(dbeta) / n",
        hint="You return means over the data. This loss is a sum.",
    ),
    Mistake(
        "gumbel_distribution/no-n-log-beta",
        old=NLL,
        new="nll = away.sum() / beta + e.sum()",
        hint="The term N ln(beta) is missing in the loss.",
    ),
    Mistake(
        "gumbel_distribution/third-sign",
        old="+ (away * e).sum() / beta**2",
        new="- (away * e).sum() / beta**2",
        hint="The sign of the last term of dbeta is turned. Two minus signs meet there: one from the exponent, one from the "
        "derivative of 1/beta.",
    ),
    Mistake(
        "gumbel_distribution/chain-missing",
        old="dbeta = n / beta - away.sum() / beta**2 + (away * e).sum() / beta**2",
        new="dbeta = n / beta - away.sum() / beta + (away * e).sum() / beta",
        hint="In dbeta the derivative of 1/beta is -1/beta^2, not -1/beta.",
    ),
    Mistake(
        "gumbel_distribution/moments",
        old=SEARCH,
        new="    beta = x.std() * np.sqrt(6) / np.pi\n",
        hint="You match the standard deviation. That is a fair estimate, but not the most likely one: solve the equation "
        "for beta.",
    ),
    Mistake(
        "gumbel_distribution/stale-beta",
        old=MU,
        new="mu = low_end - y.mean() * np.log(np.exp(-y / y.mean()).mean())",
        hint="mu is computed with the beta from the start of your search. Use the one that you found.",
    ),
    Mistake(
        "gumbel_distribution/unshifted",
        old="    low_end = x.min()\n    y = x - low_end\n    low, high = 0.0, y.mean()\n",
        new="    low_end = 0.0\n    y = x\n    low, high = 0.0, x.mean() - x.min()\n",
        hint="For data far from 0 your exponentials vanish or overflow. Subtract the smallest observation first, and add it "
        "to mu in the end.",
    ),
    Mistake(
        "gumbel_distribution/sign",
        old="y.mean() - (y * e).sum() / e.sum()",
        new="y.mean() + (y * e).sum() / e.sum()",
        hint="The weighted mean is subtracted in the equation for beta; you add it.",
    ),
    Mistake(
        "gumbel_distribution/tol-unchecked",
        old='    if tol <= 0:\n        raise ValueError("tol is not above 0")\n',
        new="",
        also=(("range(math.ceil(-math.log2(tol)))", "range(100)"),),
        hint="Your fit does not look at `tol`. A tolerance that is not above 0 makes no sense, and should raise ValueError.",
    ),
]
