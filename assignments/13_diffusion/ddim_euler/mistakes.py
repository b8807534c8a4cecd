from autograder.suite import Mistake

STEP = "return xbar + (sigma_prev - sigma) * eps"

MISTAKES = [
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
        hint="You walk the wrong way: the noise grows where it should shrink. A step is the new time minus the old "
        "one.",
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
        hint="You return x at the new level. Asked for is xbar, which is not scaled back.",
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
