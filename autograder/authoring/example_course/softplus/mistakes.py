"""Plausible wrong versions of softplus: each is an edit of the reference, with the hint its author gets."""

from autograder.suite import Mistake

RIGHT = "return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))"

MISTAKES = [
    Mistake(
        "softplus/overflow",
        old=RIGHT,
        new="return np.log(1 + np.exp(x))",
        hint="This is the formula as printed. For a large x the exponential overflows; rewrite it so "
        "that the exponent is never positive.",
    ),
    Mistake(
        "softplus/no-log1p",
        old="np.log1p(np.exp(-np.abs(x)))",
        new="np.log(1 + np.exp(-np.abs(x)))",
        hint="Large inputs are fine, but for very negative x the result is exactly 0: adding a tiny number "
        "to 1 loses it. numpy has a function for ln(1 + z) with a small z.",
    ),
    Mistake(
        "softplus/no-ramp",
        old="np.maximum(x, 0) + ",
        new="",
        hint="Your result is right for negative x and too small by x for positive x: after factoring out "
        "e^x, its logarithm has to be added again.",
    ),
]
