from autograder.suite import Mistake

RATES = "for p_drop in (0.2, 0.9):"
MODES = "for train, wanted in ((True, survivors), (False, before)):"
COMPARED = "if not np.allclose(f(x, p_drop, mask, train), wanted, rtol=1e-9, atol=0):"
KEPT = "            if not np.array_equal(x, before):\n                return False\n"

MISTAKES = [
    Mistake(
        "kill_dropout/one-half-only",
        old=RATES,
        new="for p_drop in (0.5,):",
        hint="Your test tries p_drop = 0.5 only. There a unit is kept as often as it is dropped, and the two probabilities "
        "cannot be told apart.",
    ),
    Mistake(
        "kill_dropout/training-only",
        old=MODES,
        new="for train, wanted in ((True, survivors),):",
        hint="Your test never asks for evaluation. Dropout that is always on passes.",
    ),
    Mistake(
        "kill_dropout/argument-not-looked-at",
        old=KEPT,
        new="",
        also=((COMPARED, COMPARED.replace("f(x,", "f(before.copy(),")),),
        hint="Your test looks at what comes back, and not at what became of the activations that went in.",
    ),
    Mistake(
        "kill_dropout/means-only",
        old=COMPARED,
        new="if not np.isclose(f(x + 9, p_drop, mask, train).mean(), (x + 9).mean(), rtol=0.3):",
        also=(
            (
                "mask[0, 0], mask[1, 1] = 0.0, 1.0",
                "x, mask = rng.normal(size=(99, 99)), (rng.random((99, 99)) >= p_drop) * 1.0",
            ),
            (KEPT, ""),
        ),
        hint="Your test compares means. They stay about the same if units are dropped in evaluation, too, and they say nothing "
        "about which units are dropped.",
    ),
    Mistake(
        "kill_dropout/exact",
        old=COMPARED,
        new="if not np.array_equal(f(x, p_drop, mask, train), wanted):",
        hint="Your test asks for equal bits. Right implementations differ in their last digits: compare with a tolerance.",
    ),
    Mistake(
        "kill_dropout/integers",
        old="x = rng.normal(size=(6, 5))",
        new="x = rng.integers(1, 9, size=(6, 5))",
        hint="Your activations are integers. The statement speaks of floats, and a right implementation may make an array of "
        "the type of x, in which a factor of 1.25 has no place.",
    ),
]
