from autograder.suite import Mistake

THERE = "return x / np.sqrt(ab), float(np.sqrt((1 - ab) / ab))"
BACK = "return xbar / np.sqrt(1 + sigma**2)"
STEP = "return xbar + (sigma_prev - sigma) * eps"

MISTAKES = [
    Mistake(
        "ddim_euler_step/level-no-root",
        old=THERE,
        new="return x / np.sqrt(ab), float((1 - ab) / ab)",
        hint="Your sigma is a ratio of variances. It multiplies noise of variance 1, so it is a standard deviation.",
    ),
    Mistake(
        "ddim_euler_step/level-upside-down",
        old=THERE,
        new="return x / np.sqrt(ab), float(np.sqrt(ab / (1 - ab))) if ab < 1 else np.inf",
        hint="Your sigma grows with the share of the data: numerator and denominator are exchanged.",
    ),
    Mistake(
        "ddim_euler_step/level-of-x",
        old=THERE,
        new="return x / np.sqrt(ab), float(np.sqrt(1 - ab))",
        hint="Your sigma is the noise in x. xbar is larger than x, and the noise in it is, too.",
    ),
    Mistake(
        "ddim_euler_step/share-not-root",
        old=THERE,
        new="return x / ab, float(np.sqrt((1 - ab) / ab))",
        hint="You divide x by the share of the variance. The data in x are multiplied by its root.",
    ),
    Mistake(
        "ddim_euler_step/back-no-root",
        old=BACK,
        new="return xbar / (1 + sigma**2)",
        hint="On the way back you multiply by alpha_bar. It takes the root of it.",
    ),
    Mistake(
        "ddim_euler_step/back-one-plus-sigma",
        old=BACK,
        new="return xbar / (1 + sigma)",
        hint="On the way back you add 1 to sigma. Variances add up: solve the definition of sigma for alpha_bar.",
    ),
    Mistake(
        "ddim_euler_step/back-times",
        old=BACK,
        new="return xbar * np.sqrt(1 + sigma**2)",
        hint="On the way back the samples get larger once more. x is smaller than xbar.",
    ),
    Mistake(
        "ddim_euler_step/sigma-squared",
        old=STEP,
        new="return xbar + (sigma_prev**2 - sigma**2) * eps",
        hint="You measure the step by sigma squared. Time is sigma itself here: xbar = x_0 + sigma eps.",
    ),
    Mistake(
        "ddim_euler_step/sign",
        old=STEP,
        new="return xbar + (sigma - sigma_prev) * eps",
        hint="You walk the wrong way: the noise grows where it should shrink. A step is the new time minus the old one.",
    ),
    Mistake(
        "ddim_euler_step/scaled",
        old=STEP,
        new="return xbar / np.sqrt(1 + sigma**2) + (sigma_prev - sigma) * eps",
        hint="You scale xbar back to x before the step. It is xbar that moves along a straight line.",
    ),
    Mistake(
        "ddim_euler_step/scaled-back",
        old=STEP,
        new="return (xbar + (sigma_prev - sigma) * eps) / np.sqrt(1 + sigma_prev**2)",
        hint="You return x at the new level. The task asks for xbar, which is not scaled back.",
    ),
    Mistake(
        "ddim_euler_step/to-the-data",
        old=STEP,
        new="return xbar - sigma * eps",
        hint="You go all the way to the data. The step ends at sigma_prev.",
    ),
    Mistake(
        "ddim_euler_step/in-place",
        old=STEP,
        new="xbar += (sigma_prev - sigma) * eps\n    return xbar",
        hint="Your numbers are right, but the samples that came in are overwritten by them.",
    ),
]
