from autograder.suite import Mistake

CLIP = "p = np.clip(p, eps, 1.0 - eps)"
TERMS = "terms = y * np.log(p) + (1.0 - y) * np.log(1.0 - p)"
MEAN = "return float(-terms.sum() / len(p))"
STABLE = "terms = np.maximum(z, 0.0) - z * y + np.log1p(np.exp(-np.abs(z)))"

MISTAKES = [
    Mistake(
        "bce_loss/one-sided",
        old=CLIP,
        new="p = np.maximum(p, eps)",
        hint="You keep p away from 0 only. At p = 1 the second logarithm is infinite: clip both ends.",
    ),
    Mistake(
        "bce_loss/one-term",
        old=TERMS,
        new="terms = y * np.log(p)",
        hint='The second term is missing: a "no" costs nothing in your loss, whatever p is.',
    ),
    Mistake(
        "bce_loss/base-two",
        old=TERMS,
        new="terms = y * np.log2(p) + (1.0 - y) * np.log2(1.0 - p)",
        hint="You use logarithms to base 2. Losses are in natural logarithms here.",
    ),
    Mistake(
        "bce_loss/sign",
        old=MEAN,
        new="return float(terms.sum() / len(p))",
        hint="Your loss is negative: the minus sign in front is missing.",
    ),
    Mistake(
        "bce_loss/all-elements",
        old=MEAN,
        new="return float(-terms.mean())",
        hint="You divide by the number of all entries. The K questions of a sample add up; only the samples are averaged.",
    ),
    Mistake(
        "bce_loss/sigmoid-then-log",
        old=STABLE,
        new="p = 1.0 / (1.0 + np.exp(-z))\n    terms = -y * np.log(p) - (1.0 - y) * np.log(1.0 - p)",
        hint="For large logits your probability is rounded to 0 or 1, and its logarithm is infinite. Use the form with "
        "max(z, 0).",
    ),
    Mistake(
        "bce_loss/sign-zy",
        old=STABLE,
        new="terms = np.maximum(z, 0.0) + z * y + np.log1p(np.exp(-np.abs(z)))",
        hint='The sign of z y is turned: your loss of a "yes" grows with its logit.',
    ),
    Mistake(
        "bce_loss/overflow",
        old=STABLE,
        new="terms = np.log(1.0 + np.exp(z)) - z * y",
        hint="ln(1 + e^z) is right on paper, but e^z overflows for large z. Take max(z, 0) out of the logarithm.",
    ),
    Mistake(
        "bce_loss/double-sigmoid",
        old=STABLE,
        new="z = 1.0 / (1.0 + np.exp(-z))\n    terms = np.maximum(z, 0.0) - z * y + np.log1p(np.exp(-np.abs(z)))",
        hint="You squash the logits first and then use the formula for logits: the sigmoid is applied twice.",
    ),
]
