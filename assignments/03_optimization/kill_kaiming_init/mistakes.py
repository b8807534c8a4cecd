from autograder.suite import Mistake

SHAPES = "[(200, 50), (50, 200)]"
SPREAD = "abs(w.var() / std**2 - 1) > 0.1:"
BEYOND = 'if abs(beyond - (0.083 if dist == "normal" else 0.0)) > 0.02:'

MISTAKES = [
    Mistake(
        "kill_kaiming_init/square-layers",
        old=SHAPES,
        new="[(100, 100), (120, 120)]",
        hint="Your layers all have as many inputs as outputs. Then it cannot be seen which of the two numbers counts.",
    ),
    Mistake(
        "kill_kaiming_init/normal-only",
        old='for gain2, dist in ((2.0, "normal"), (0.5, "uniform")):',
        new='for gain2, dist in ((2.0, "normal"), (0.5, "normal")):',
        hint="Your test never asks for uniform weights.",
    ),
    Mistake(
        "kill_kaiming_init/two-moments",
        old=BEYOND,
        new="if beyond > 0.5:",
        hint="Your test looks at mean and variance. Other distributions have the same ones: how do normal and uniform draws "
        "differ?",
    ),
    Mistake(
        "kill_kaiming_init/within-a-factor",
        old=SPREAD,
        new="abs(np.log(w.var() / std**2)) > 0.8:",
        also=((BEYOND, "if beyond > 0.5:"),),
        hint="Your tolerance for the variance is so wide that half of it, or twice as much, passes. With more draws you can be "
        "much more exact.",
    ),
    Mistake(
        "kill_kaiming_init/too-exact",
        old=SPREAD,
        new="abs(w.var() / std**2 - 1) > 0.001:",
        hint="Your tolerance is narrower than chance. The variance of n draws is off by about the root of 2 / n, and right "
        "implementations are refused.",
    ),
    Mistake(
        "kill_kaiming_init/accepts-everything",
        old="abs(w.mean()) > 0.06 * std or " + SPREAD,
        new="abs(w.mean()) > 10 * std:",
        also=((BEYOND, "if beyond > 1:"),),
        hint="Your test hardly looks at the numbers: weights of nearly any size pass.",
    ),
]
