from autograder.suite import Mistake

PRODUCT = "alpha_bar = np.cumprod(alpha)"
PREV = "alpha_bar_prev = np.append(1.0, alpha_bar[:-1])"

MISTAKES = [
    Mistake(
        "alpha_bar_from_beta/cumsum",
        old=PRODUCT,
        new="alpha_bar = np.cumsum(alpha)",
        hint="You add the alphas up. Each step leaves a share of what was left before it, so the shares multiply.",
    ),
    Mistake(
        "alpha_bar_from_beta/cumprod-beta",
        old=PRODUCT,
        new="alpha_bar = np.cumprod(beta)",
        hint="You multiply the noise variances. It is what the steps leave that multiplies.",
    ),
    Mistake(
        "alpha_bar_from_beta/prev-zero",
        old=PREV,
        new="alpha_bar_prev = np.append(0.0, alpha_bar[:-1])",
        hint="Your alpha_bar_prev starts with 0, as if nothing of the data were there before the first step. A "
        "product of no factors is not 0.",
    ),
    Mistake(
        "alpha_bar_from_beta/prev-shift-wrong",
        old=PREV,
        new="alpha_bar_prev = np.append(alpha_bar[1:], 1.0)",
        hint="alpha_bar_prev is shifted the wrong way: your entry i belongs to the step after, not to the one before.",
    ),
    Mistake(
        "alpha_bar_from_beta/from-the-end",
        old=PRODUCT,
        new="alpha_bar = np.cumprod(alpha[::-1])[::-1]",
        hint="You multiply from the last step backwards. After the first step only the first alpha has had an effect.",
    ),
]
