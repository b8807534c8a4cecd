from autograder.suite import Mistake

ANCHOR = "anchor = np.where(np.isneginf(m), 0.0, m)"
SCALES = "scale1, scale2 = np.exp(m1 - anchor), np.exp(m2 - anchor)"
L = "l = scale1 * l1 + scale2 * l2"
O = "o = scale1[:, None] * o1 + scale2[:, None] * o2"

MISTAKES = [
    Mistake(
        "online_softmax_merge/no-rescale",
        old=L,
        new="l = l1 + l2",
        also=((O, "o = o1 + o2"),),
        hint="You add the two blocks as they are. Their exponentials were taken relative to different maxima: both "
        "have to be brought to the common maximum first.",
    ),
    Mistake(
        "online_softmax_merge/rescale-one",
        old=SCALES,
        new="scale1, scale2 = np.exp(m1 - anchor), np.ones_like(m2)",
        hint="Only the first block is brought to the new maximum. That is enough as long as the second block has it; "
        "in general either block may.",
    ),
    Mistake(
        "online_softmax_merge/o-unscaled",
        old=O,
        new="o = o1 + o2",
        hint="l is brought to the common maximum, o is not. Both are sums of the same exponentials, so they are "
        "rescaled alike.",
    ),
    Mistake(
        "online_softmax_merge/nan-empty",
        old=ANCHOR,
        new="anchor = m",
        hint="Two empty blocks give nan: minus infinity minus minus infinity. Where no key has been seen yet there is "
        "nothing to rescale.",
    ),
    Mistake(
        "online_softmax_merge/min",
        old="m = np.maximum(m1, m2)",
        new="m = np.minimum(m1, m2)",
        hint="You take the smaller of the two maxima. The larger one is the maximum of both blocks, and only then all "
        "exponents are at most 0 and nothing overflows.",
    ),
    Mistake(
        "online_softmax_merge/divided",
        old="return m, l, o",
        new="return m, l, o / np.where(l == 0, 1.0, l)[:, None]",
        hint="Your o is divided by l already. Then the next block cannot be added: divide once, after the last block.",
    ),
    Mistake(
        "online_softmax_merge/no-maximum",
        old=ANCHOR,
        new="anchor = np.zeros_like(m)",
        also=(
            (L, "l = (scale1 * l1 + scale2 * l2) / np.exp(m)"),
            (O, O.replace("= ", "= (", 1) + ") / np.exp(m)[:, None]"),
        ),
        hint="You go through exp(m) itself, which overflows for large scores and is 0 for very small ones. Only "
        "differences of maxima are needed, and these are at most 0.",
    ),
]
