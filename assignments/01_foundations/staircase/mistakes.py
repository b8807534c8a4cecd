from autograder.suite import Mistake

RETURN = "return w, -sharpness * borders, np.diff(plateaus), float(plateaus[0])"

MISTAKES = [
    Mistake(
        "staircase_approx/levels-not-jumps",
        old=RETURN,
        new="return w, -sharpness * borders, plateaus[1:], float(plateaus[0])",
        hint="c_j is the value of f on the next plateau. A step adds to all that came before: its height is the difference "
        "of neighbouring plateaus.",
    ),
    Mistake(
        "staircase_approx/bias-sign",
        old=RETURN,
        new="return w, sharpness * borders, np.diff(plateaus), float(plateaus[0])",
        hint="Your steps happen left of 0. A sigmoid is halfway up where w x + b = 0: solve for b.",
    ),
    Mistake(
        "staircase_approx/no-offset",
        old=RETURN,
        new="return w, -sharpness * borders, np.diff(plateaus), 0.0",
        hint="Your staircase starts at 0. c0 is the height of the first plateau.",
    ),
    Mistake(
        "staircase_approx/unscaled-bias",
        old=RETURN,
        new="return w, -borders, np.diff(plateaus), float(plateaus[0])",
        hint="Your b is minus the border, without the sharpness. A sigmoid is halfway up where w x + b = 0, and w is large.",
    ),
    Mistake(
        "staircase_approx/edge-values",
        old="plateaus = f((np.arange(n) + 0.5) / n)",
        new="plateaus = f(np.arange(n) / n)",
        hint="Your plateaus have the value of f at the left border of the cell. Take the middle: it halves the greatest error.",
    ),
]
