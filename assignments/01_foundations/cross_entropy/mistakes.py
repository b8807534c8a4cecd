from autograder.suite import Mistake

PROBS = """    counts = Y > 0
    if np.any(P[counts] == 0):
        return float("inf")
    return float(-np.sum(Y[counts] * np.log(P[counts])) / len(P))"""
LOG_SUM = """    top = Z.max(axis=1)
    log_sum = top + np.log(np.exp(Z - top[:, None]).sum(axis=1))
    losses = log_sum - Z[np.arange(len(Z)), labels]"""

MISTAKES = [
    Mistake(
        "cross_entropy/n-times-c",
        old="np.log(P[counts])) / len(P))",
        new="np.log(P[counts])) / P.size)",
        hint="You divide by the number of all entries. The loss is a mean over the samples, however many classes there are.",
    ),
    Mistake(
        "cross_entropy/nan-zero",
        old=PROBS,
        new="    return float(-np.sum(Y * np.log(P)) / len(P))",
        hint="Where Y and P are both 0 you get 0 times minus infinity, which is nan. Such entries count as 0: leave them "
        "out before you take the "
        "logarithm.",
    ),
    Mistake(
        "cross_entropy/base-two",
        old="np.log(P[counts])",
        new="np.log2(P[counts])",
        hint="You use logarithms to base 2. Losses are in natural logarithms here.",
    ),
    Mistake(
        "cross_entropy/eps-inside",
        old=PROBS,
        new="    return float(-np.sum(Y * np.log(P + 1e-8)) / len(P))",
        hint="You add a small number inside the logarithm. It changes the loss where P is small, and a perfect prediction "
        "no longer costs exactly 0.",
    ),
    Mistake(
        "cross_entropy/summed",
        old="np.log(P[counts])) / len(P))",
        new="np.log(P[counts])))",
        hint="The 1/N is missing: the loss is a mean over the samples.",
    ),
    Mistake(
        "cross_entropy/double-softmax",
        old="    top = Z.max(axis=1)\n",
        new="    Z = np.exp(Z - Z.max(axis=1, keepdims=True))\n"
        "    Z = Z / Z.sum(axis=1, keepdims=True)\n    top = Z.max(axis=1)\n",
        hint="You turn the logits into probabilities, and then use the formula for logits: softmax is applied twice.",
    ),
    Mistake(
        "cross_entropy/underflow",
        old=LOG_SUM,
        new="    P = np.exp(Z - Z.max(axis=1, keepdims=True))\n    P = P / P.sum(axis=1, keepdims=True)\n"
        "    losses = -np.log(P[np.arange(len(Z)), labels])",
        hint="A probability that is rounded to 0 has an infinite loss. Do not go by way of the probability: take the "
        "logarithm of the sum, and "
        "subtract the logit.",
    ),
    Mistake(
        "cross_entropy/index-outer",
        old="losses = log_sum - Z[np.arange(len(Z)), labels]",
        new="losses = (log_sum[:, None] - Z[:, labels]).mean(axis=1)",
        hint="Z[:, labels] gives every sample the labels of all others: a square of losses. Pair each row with its own label.",
    ),
    Mistake(
        "cross_entropy/wrong-axis",
        old=LOG_SUM,
        new="    top = Z.max(axis=0)\n    log_sum = top + np.log(np.exp(Z - top).sum(axis=0))\n"
        "    losses = log_sum[labels] - Z[np.arange(len(Z)), labels]",
        hint="Your sum of exponentials runs over the batch. It belongs to one sample, and runs over its classes.",
    ),
    Mistake(
        "cross_entropy/class-mean",
        old='return float(losses.mean() if reduction == "mean" else losses.sum())',
        new='return float(losses.mean() if reduction == "mean" else losses.sum()) / Z.shape[1]',
        hint="You divide by the number of classes as well. Each sample has one label, and one loss.",
    ),
]
