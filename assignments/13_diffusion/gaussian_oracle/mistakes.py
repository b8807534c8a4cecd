from autograder.suite import Mistake

LEFT = "left = alpha_bar[i].reshape(len(x_t), *(1,) * (x_t.ndim - 1))"
COVARIANCE = "covariance = np.sqrt(1 - left)"
VARIANCE = "variance = left * var0 + (1 - left)"
RETURN = "return covariance / variance * (x_t - np.sqrt(left) * mu0)"

MISTAKES = [
    Mistake(
        "gaussian_oracle_eps/marginal-missing",
        old=VARIANCE,
        new="variance = 1 - left",
        hint="You divide by the variance of the noise alone. x_t varies because the data vary as well: what is its variance?",
    ),
    Mistake(
        "gaussian_oracle_eps/mean-ignored",
        old=RETURN,
        new="return covariance / variance * x_t",
        hint="The mean of the data is missing. Only what x_t is above its own mean speaks for noise.",
    ),
    Mistake(
        "gaussian_oracle_eps/no-root",
        old=COVARIANCE,
        new="covariance = 1 - left",
        hint="The covariance of eps and x_t is the factor that eps has in x_t; you have its square.",
    ),
    Mistake(
        "gaussian_oracle_eps/mean-unscaled",
        old=RETURN,
        new="return covariance / variance * (x_t - mu0)",
        hint="You take the mean of the data from x_t. Noising scales the data down, and their mean with them.",
    ),
    Mistake(
        "gaussian_oracle_eps/std-for-variance",
        old=VARIANCE,
        new="variance = left * var0**2 + (1 - left)",
        hint="You square var0. It is a variance already.",
    ),
    Mistake(
        "gaussian_oracle_eps/data-unscaled",
        old=VARIANCE,
        new="variance = var0 + (1 - left)",
        hint="In the variance of x_t the data count in full. Noising scales them down: only the share alpha_bar of "
        "their variance is left.",
    ),
    Mistake(
        "gaussian_oracle_eps/divided-by-std",
        old=RETURN,
        new="return covariance / np.sqrt(variance) * (x_t - np.sqrt(left) * mu0)",
        hint="You divide by the standard deviation of x_t. The slope of the best line is a covariance over a variance.",
    ),
    Mistake(
        "gaussian_oracle_eps/one-index",
        old=LEFT,
        new="left = np.full(len(x_t), alpha_bar[i[0]]).reshape(len(x_t), *(1,) * (x_t.ndim - 1))",
        hint="All samples of your batch are taken to be at the step of the first one. Each has an index of its own.",
    ),
    Mistake(
        "gaussian_oracle_eps/predicts-x0",
        old=RETURN,
        new="return mu0 + np.sqrt(left) * var0 / variance * (x_t - np.sqrt(left) * mu0)",
        hint="This is the expected data, not the expected noise. The noise is what is left of x_t after them.",
    ),
]
