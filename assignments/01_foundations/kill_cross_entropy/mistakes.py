from autograder.suite import Mistake

DRAWN = "Z, labels = rng.normal(size=(6, 4)), rng.integers(0, 4, size=6)"
SIZES = "for logits in (Z, 5000.0 * Z, apart):"
REDUCTIONS = 'for reduction, wanted in (("mean", sum(losses) / 6), ("sum", sum(losses))):'
COMPARED = "if not math.isclose(f(logits, labels, reduction), wanted, rel_tol=1e-9):"

MISTAKES = [
    Mistake(
        "kill_cross_entropy/one-label",
        old=DRAWN,
        new="Z, labels = rng.normal(size=(6, 4)), np.full(6, 2)",
        hint="All of your samples have the same label. Then it cannot be seen whether each is paired with its own.",
    ),
    Mistake(
        "kill_cross_entropy/small-logits",
        old=SIZES,
        new="for logits in (Z, 3.0 * Z):",
        hint="All of your logits are small. The statement says how large they may be.",
    ),
    Mistake(
        "kill_cross_entropy/mean-only",
        old=REDUCTIONS,
        new='for reduction, wanted in (("mean", sum(losses) / 6),):',
        hint="Your test never asks for the sum.",
    ),
    Mistake(
        "kill_cross_entropy/confident-and-right",
        old=SIZES,
        new="for logits in (Z, 5000.0 * np.eye(4)[labels]):",
        hint="Where your logits are large, the label always has the greatest one. The loss is about 0 there. Try a sample that "
        "is wrong with great confidence.",
    ),
    Mistake(
        "kill_cross_entropy/positive-and-finite",
        old=COMPARED,
        new="if not 0 <= f(logits, labels, reduction) < math.inf:",
        hint="Your test asks whether the loss is finite and not negative. Nearly every wrong loss is.",
    ),
    Mistake(
        "kill_cross_entropy/exact",
        old=COMPARED,
        new="if f(logits, labels, reduction) != wanted:",
        hint="Your test asks for equal bits. Right implementations differ in their last digits: compare with a tolerance.",
    ),
]
