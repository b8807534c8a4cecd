from autograder.suite import Mistake

LINE = "return beta_min + np.arange(steps) / (steps - 1) * (beta_max - beta_min)"
CURVE = "f = np.cos((t / steps + s) / (1 + s) * np.pi / 2) ** 2"
BETA = "beta = np.minimum(1 - f[1:] / f[:-1], clip)"
LEFT = "alpha_bar = np.cumprod(1 - beta)"
RESULT = "return alpha_bar, beta"

MISTAKES = [
    Mistake(
        "linear_beta_schedule/t-over-t",
        old=LINE,
        new="return beta_min + np.arange(steps) / steps * (beta_max - beta_min)",
        hint="Your schedule stops short of beta_max. Between T values there are T - 1 gaps.",
    ),
    Mistake(
        "linear_beta_schedule/one-based",
        old=LINE,
        new="return beta_min + np.arange(1, steps + 1) / steps * (beta_max - beta_min)",
        hint="Your schedule starts above beta_min: you count the steps from 1 and divide by T. The first step "
        "should have gone none of the way yet.",
    ),
    Mistake(
        "linear_beta_schedule/log-spaced",
        old=LINE,
        new="return np.geomspace(beta_min, beta_max, steps)",
        hint="Your variances grow by the same factor from step to step. On a straight line they grow by the same amount.",
    ),
    Mistake(
        "linear_beta_schedule/single-step",
        old="if steps == 1:\n        return np.array([beta_min])\n    ",
        new="",
        hint="With a single step the formula divides 0 by 0. There is no way to go then: say what the only variance is.",
    ),
    Mistake(
        "cosine_alpha_bar/no-square",
        old=CURVE,
        new="f = np.cos((t / steps + s) / (1 + s) * np.pi / 2)",
        hint="The square of the cosine is missing. alpha_bar is a share of a variance.",
    ),
    Mistake(
        "cosine_alpha_bar/no-f0",
        old=BETA,
        new="beta = np.minimum(1 - f[1:] / np.append(1.0, f[1:-1]), clip)",
        hint="You take f(t) itself for the share that is left. With an offset s the curve does not start at 1, and "
        "has to be divided by its own value at t = 0.",
    ),
    Mistake(
        "cosine_alpha_bar/unclipped",
        old=BETA,
        new="beta = 1 - f[1:] / f[:-1]",
        hint="No beta is clipped. The last one is then 1 and nothing at all is left of the data; whatever divides "
        "by alpha_bar later fails.",
    ),
    Mistake(
        "cosine_alpha_bar/shifted",
        old=BETA,
        new="beta = np.minimum(1 - f[:-1] / np.append(f[0], f[:-2]), clip)",
        hint="Your arrays start at t = 0, where no noise has been added yet. Their first entry belongs to t = 1.",
    ),
    Mistake(
        "cosine_alpha_bar/raw",
        old=LEFT,
        new="alpha_bar = f[1:] / f[0]",
        hint="Your alpha_bar is the curve before the clip, and your beta are clipped: the two do not belong "
        "together where the clip has an effect.",
    ),
    Mistake(
        "cosine_alpha_bar/order",
        old=RESULT,
        new="return beta, alpha_bar",
        hint="The two arrays are right, and returned in the other order.",
    ),
]
