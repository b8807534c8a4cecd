from autograder.suite import Mistake

CASES = "cases = [(scores, mask), (scores, empty), (300.0 * scores, mask), (apart, mask)]"
COMPARED = "if not np.allclose(weights, wanted.reshape(given.shape), rtol=1e-9, atol=1e-12):"

MISTAKES = [
    Mistake(
        "kill_masked_softmax/sums-only",
        old=COMPARED,
        new="if not np.allclose(weights.sum(axis=-1), 1.0, rtol=1e-9):",
        also=((CASES, "cases = [(scores, mask), (300.0 * scores, mask), (apart, mask)]"),),
        hint="Your test looks at the sums of the rows only. Many wrong weights sum to 1, too: what else is true of "
        "each of them?",
    ),
    Mistake(
        "kill_masked_softmax/no-empty-row",
        old=CASES,
        new="cases = [(scores, mask), (300.0 * scores, mask), (apart, mask)]",
        hint="Your test never tries a row in which nothing is allowed. The task says what must come out there.",
    ),
    Mistake(
        "kill_masked_softmax/moderate-scores",
        old=CASES,
        new="cases = [(scores, mask), (scores, empty)]",
        hint="All of your scores are of moderate size. A softmax shows its weaknesses where scores are large, or very "
        "different "
        "from row to row.",
    ),
    Mistake(
        "kill_masked_softmax/argument-not-looked-at",
        old="        if not np.array_equal(given, before):\n            return False\n",
        new="",
        hint="Your test looks at what comes back, and not at what became of the scores that went in.",
    ),
    Mistake(
        "kill_masked_softmax/exact",
        old=COMPARED,
        new="if not np.array_equal(weights, wanted.reshape(given.shape)):",
        hint="Your test asks for equal bits. Right implementations differ in their last digits: compare with a tolerance.",
    ),
    Mistake(
        "kill_masked_softmax/accepts-everything",
        old="            return False\n        if not np.array_equal(given, before):\n            return False\n",
        new="            continue\n",
        hint="Your test finds something wrong and accepts the implementation all the same: look at what it returns.",
    ),
]
