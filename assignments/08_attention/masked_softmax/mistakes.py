from autograder.suite import Mistake

VISIBLE = "visible = np.where(allowed, scores, -np.inf)"

MISTAKES = [
    Mistake(
        "masked_softmax/after-softmax",
        old=VISIBLE,
        new="visible = scores",
        also=(
            (
                "return powers / np.where(total == 0, 1.0, total)",
                "return np.where(allowed, powers / total, 0.0)",
            ),
        ),
        hint="You mask the weights after the softmax. The forbidden scores are then still in its denominator, and what is left "
        "sums to less than 1: keep them out before you normalise.",
    ),
    Mistake(
        "masked_softmax/zero-score",
        old=VISIBLE,
        new="visible = np.where(allowed, scores, 0.0)",
        hint="Your forbidden scores become 0. A score of 0 is a score like any other: its exponential is 1. Which score has an "
        "exponential of 0?",
    ),
    Mistake(
        "masked_softmax/inverted",
        old=VISIBLE,
        new="visible = np.where(np.logical_not(allowed), scores, -np.inf)",
        hint="Your mask is read the wrong way round: True means that an entry MAY be seen.",
    ),
    Mistake(
        "masked_softmax/small-constant",
        old=VISIBLE,
        new="visible = np.where(allowed, scores, -10.0)",
        hint="The number that you put in forbidden places is not small enough: next to scores that are themselves low it takes "
        "weight, and next to high ones it still leaves a trace. Forbidden means a weight of exactly 0.",
    ),
    Mistake(
        "masked_softmax/nan-row",
        old="    top = np.where(np.isneginf(top), 0.0, top)  # a row without any key: -inf - (-inf) would be nan\n",
        new="",
        also=(("powers / np.where(total == 0, 1.0, total)", "powers / total"),),
        hint="A row in which nothing is allowed comes out as nan: minus infinity less minus infinity, or 0 divided by 0. Such "
        "a row is to be 0 everywhere.",
    ),
    Mistake(
        "masked_softmax/unstable",
        old="powers = np.exp(visible - top)",
        new="powers = np.exp(visible)",
        hint="The exponential of a large score overflows. Softmax does not see a number that is taken off all scores of a row: "
        "use that.",
    ),
    Mistake(
        "masked_softmax/other-axis",
        old="total = powers.sum(axis=-1, keepdims=True)",
        new="total = powers.sum(axis=-2 if powers.ndim > 1 else -1, keepdims=True)",
        hint="Your weights sum to 1 down the columns. The softmax runs over the keys of each row: the last axis.",
    ),
    Mistake(
        "masked_softmax/in-place",
        old=VISIBLE,
        new="visible = scores\n    if mask is not None:\n        visible[~np.broadcast_to(mask, scores.shape)] = -np.inf",
        hint="Your weights are right, but the scores that came in are overwritten with minus infinity on the way.",
    ),
    Mistake(
        "masked_softmax/finite-minus",
        old=VISIBLE,
        new="visible = np.where(allowed, scores, -1e9)",
        hint="Forbidden scores become a large negative number. In a row in which nothing is allowed they are all the same, and "
        "its weights become equal instead of 0.",
    ),
    Mistake(
        "masked_softmax/one-maximum",
        old="top = visible.max(axis=-1, keepdims=True)",
        new="top = visible.max()",
        hint="You subtract the greatest score of ALL rows. A row whose own scores are far below it underflows to 0: each row "
        "has its own maximum.",
    ),
]
