from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "softmax_ce_backward/no-mean",
        old="return dz / n",
        new="return dz",
        hint="The 1/N is missing: the loss is a mean over the samples. This is the one place of the backward pass where "
        "it enters.",
    ),
    Mistake(
        "softmax_ce_backward/sign",
        old="return dz / n",
        new="return -dz / n",
        hint="The sign is wrong. Raising the logit of the right class lowers the loss, so that entry is negative.",
    ),
    Mistake(
        "softmax_ce_backward/jacobian-again",
        old="    dz[np.arange(n), labels] -= 1\n    return dz / n",
        new="    p = dz.copy()\n    dz[np.arange(n), labels] -= 1\n"
        "    return p * (dz - (dz * p).sum(axis=1, keepdims=True)) / n",
        hint="You take the gradient back through the Jacobian of softmax a second time. p minus the one-hot label is already "
        "the gradient with respect to the logits.",
    ),
    Mistake(
        "softmax_ce_backward/n-times-c",
        old="return dz / n",
        new="return dz / z.size",
        hint="You divide by the number of all entries. The loss is a mean over samples, and each sample has one label, "
        "however many classes there are.",
    ),
    Mistake(
        "softmax_ce_backward/label-column",
        old="dz[np.arange(n), labels] -= 1",
        new="dz[:, labels] -= 1",
        hint="You subtract 1 in whole columns: every sample gets the labels of all others. One entry in each row is meant; "
        "rows of dz should sum to 0.",
    ),
    Mistake(
        "softmax_ce_backward/overflow",
        old="np.exp(z - z.max(axis=1, keepdims=True))",
        new="np.exp(z)",
        hint="Large logits overflow the exponential, and infinity over infinity is nan. Softmax does not change when a number "
        "is subtracted from all logits of a sample; choose one that makes the exponentials harmless.",
    ),
    Mistake(
        "softmax_ce_backward/in-place",
        old="exponentials = np.exp(z - z.max(axis=1, keepdims=True))\n"
        "    dz = exponentials / exponentials.sum(axis=1, keepdims=True)",
        new="z -= z.max(axis=1, keepdims=True)\n    exponentials = np.exp(z)\n"
        "    dz = exponentials / exponentials.sum(axis=1, keepdims=True)",
        hint="Your numbers are right, but the logits that came in are shifted in place. Make a new array instead.",
    ),
    Mistake(
        "regression_loss_backward/factor-two",
        old="2 * error",
        new="error",
        hint="For squares your gradient is half of what it should be. This loss has no 1/2 in front: what is the "
        "derivative of a square?",
    ),
    Mistake(
        "regression_loss_backward/all-elements",
        old="slope / len(pred)",
        new="slope / pred.size",
        hint="You divide by the number of all entries. The loss is a mean over the samples and a sum over the outputs of each.",
    ),
    Mistake(
        "regression_loss_backward/sign",
        old="error = pred - target",
        new="error = target - pred",
        hint="The sign is wrong: where the prediction is too high, raising it further raises the loss.",
    ),
    Mistake(
        "regression_loss_backward/sign-zero",
        old="np.sign(error)",
        new="np.where(error >= 0, 1.0, -1.0)",
        hint="Where the prediction is exact your slope of the absolute error is 1. There is nothing left to gain there: "
        "it counts as 0.",
    ),
    Mistake(
        "bce_backward/no-mean",
        old="return dx / len(x)",
        new="return dx",
        hint="The 1/N is missing: the loss is a mean over the samples.",
    ),
    Mistake(
        "bce_backward/sign",
        old="return dx / len(x)",
        new="return -dx / len(x)",
        hint="The sign is wrong. A target of 1 pulls the probability up: the loss falls as it rises, so that entry is "
        "negative.",
    ),
    Mistake(
        "bce_backward/sigma-prime",
        old="np.exp(-np.logaddexp(0, -x)) - y",
        new="(np.exp(-np.logaddexp(0, -x)) - y) * np.exp(-np.logaddexp(0, -x) - np.logaddexp(0, x))",
        hint="On logits there is a slope of the sigmoid too many. It cancels against the denominators of the "
        "probability form; what is left is a difference.",
    ),
    Mistake(
        "bce_backward/one-term",
        old="-y / x + (1 - y) / (1 - x)",
        new="-y / x",
        hint="For probabilities only the term of the target 1 is there. A target of 0 pulls, too: differentiate "
        "(1 - y) ln(1 - p) as well.",
    ),
]
