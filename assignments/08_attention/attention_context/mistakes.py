from autograder.suite import Mistake

ALPHA = "alpha = masked_softmax(e, mask)"

MISTAKES = [
    Mistake(
        "attention_context/axis-batch",
        old=ALPHA,
        new="alpha = masked_softmax(e.T, None if mask is None else mask.T).T",
        hint="Your softmax runs over the batch: the weights of one position sum to 1 over all queries, so that queries take "
        "weight from each other. Each query has a softmax of its own, over its positions.",
    ),
    Mistake(
        "attention_context/no-normalise",
        old=ALPHA,
        new="alpha = e if mask is None else np.where(mask, e, 0.0)",
        hint="You use the scores themselves as weights. They may be negative and sum to anything: a softmax comes in between.",
    ),
    Mistake(
        "attention_context/mask-after",
        old=ALPHA,
        new="alpha = masked_softmax(e)\n    if mask is not None:\n        alpha = alpha * mask",
        hint="The mask is applied to the finished weights, and what is left sums to less than 1. Forbidden positions must not "
        "take part in the softmax at all.",
    ),
    Mistake(
        "attention_context/unstable",
        old=ALPHA,
        new="powers = np.exp(e) if mask is None else np.exp(e) * mask\n"
        "    total = powers.sum(axis=1, keepdims=True)\n"
        "    alpha = powers / np.where(total == 0, 1.0, total)",
        hint="Large scores overflow in your exponential. `masked_softmax` has taken care of that already.",
    ),
    Mistake(
        "attention_context/mean",
        old=ALPHA,
        new="alpha = masked_softmax(np.zeros_like(e), mask)",
        hint="All your weights are equal, so the context is a plain mean and the scores have no say.",
    ),
    Mistake(
        "attention_context/mask-ignored",
        old=ALPHA,
        new="alpha = masked_softmax(e)",
        hint="Your mask has no effect: forbidden positions take part like all others.",
    ),
    Mistake(
        "attention_context/divided-twice",
        old=".sum(axis=1)",
        new=".mean(axis=1)",
        hint="The weighted values are averaged over the positions. The weights sum to 1 already, so the "
        "weighted values are added up; dividing by T once more makes the context too small.",
    ),
    Mistake(
        "attention_context/zero-times-nan",
        old="np.where(mask[:, :, None], values, 0.0)",
        new="values",
        hint="Forbidden positions have the weight 0, but 0 times inf or nan is nan. What stands there has to go before you "
        "multiply.",
    ),
]
