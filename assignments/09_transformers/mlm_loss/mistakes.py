from autograder.suite import Mistake

PICK = "n, t = np.nonzero(labels != -100)"
DIVISOR = 'divisor = max(len(logits) if reduction == "mean" else len(wanted), 1)'
Z = "z = z - z.max(axis=1, keepdims=True)"
LAST = "dlogits[n, t] = p / divisor"

MISTAKES = [
    Mistake(
        "mlm_loss/all-tokens",
        old=PICK,
        new="labels = np.where(labels == -100, 0, labels)\n    n, t = np.nonzero(labels != -100)",
        hint="Positions without a label are counted as if their label were token 0. They count for nothing.",
    ),
    Mistake(
        "mlm_loss/divide-nt",
        old=DIVISOR,
        new='divisor = labels.size if reduction == "mean" else max(len(wanted), 1)',
        hint="You divide by N T. With 'mean' the sum over tokens is divided by the number of sequences.",
    ),
    Mistake(
        "mlm_loss/token-mean",
        old=DIVISOR,
        new="divisor = max(len(wanted), 1)",
        hint="You always divide by the number of labels. That is 'token_mean'; 'mean' divides by the number of sequences.",
    ),
    Mistake(
        "mlm_loss/sequences-only",
        old=DIVISOR,
        new="divisor = len(logits)",
        hint="'token_mean' has no effect: it divides by the number of labels.",
    ),
    Mistake(
        "mlm_loss/grad-everywhere",
        old="dlogits = np.zeros(logits.shape)",
        new="everywhere = np.exp(logits - logits.max(axis=2, keepdims=True))\n"
        "    dlogits = everywhere / everywhere.sum(axis=2, keepdims=True) / divisor",
        hint="Positions without a label have a gradient, although the loss does not depend on them.",
    ),
    Mistake(
        "mlm_loss/nan-empty",
        old=DIVISOR,
        new='divisor = len(logits) if reduction == "mean" else np.float64(len(wanted))',
        hint="Without any label, 'token_mean' is 0/0. The statement says 0.",
    ),
    Mistake(
        "mlm_loss/grad-undivided",
        old=LAST,
        new="dlogits[n, t] = p",
        hint="The loss is divided, and its gradient is not.",
    ),
    Mistake(
        "mlm_loss/overflow",
        old=Z,
        new="",
        hint="The exponential of a large logit overflows. Subtract the greatest logit of each row first.",
    ),
    Mistake(
        "mlm_loss/one-maximum",
        old=Z,
        new="z = z - z.max(initial=-np.inf)",
        hint="You subtract the greatest logit of all. Where a row is far below it, all of its exponentials are 0, "
        "and the logarithm of that is "
        "minus infinity: each row has its own maximum.",
    ),
    Mistake(
        "mlm_loss/no-minus-one",
        old="    p[rows, wanted] -= 1.0\n",
        new="",
        hint="The gradient is the softmax alone. One-hot of the label is to be subtracted.",
    ),
    Mistake(
        "mlm_loss/any-label",
        old="    if np.any((wanted < 0) | (wanted >= logits.shape[2])):\n"
        '        raise ValueError(f"labels: neither -100 nor a token from 0 to {logits.shape[2] - 1}")\n',
        new="",
        hint="A label of -1 is accepted: numpy counts it from the end. The statement asks for a ValueError.",
    ),
]
