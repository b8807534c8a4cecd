from autograder.suite import Mistake

LOG_SOFTMAX = """shifted = z - z.max(axis=1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))"""

MISTAKES = [
    Mistake(
        "label_smoothing/c-minus-one",
        old="targets = (1 - alpha) * one_hot + alpha / c",
        new="targets = (1 - alpha) * one_hot + alpha / (c - 1) * (1 - one_hot)",
        hint="You share alpha among the C - 1 wrong classes. Here (and in PyTorch) it is spread over all C classes, "
        "the true one gets its part back.",
    ),
    Mistake(
        "label_smoothing/no-discount",
        old="targets = (1 - alpha) * one_hot + alpha / c",
        new="targets = one_hot + alpha / c",
        hint="Your targets sum to more than 1: what is spread over the classes must be taken from somewhere.",
    ),
    Mistake(
        "label_smoothing/logits",
        old="targets = (1 - alpha) * one_hot + alpha / c",
        new="targets = one_hot\n    z = (1 - alpha) * z + alpha / c",
        hint="You smooth the logits and leave the labels hard. It is the labels that are too sure of themselves; "
        "the logits are what the net says.",
    ),
    Mistake(
        "label_smoothing/grad-hard",
        old="dz = (np.exp(log_p) - targets) / len(labels)",
        new="dz = (np.exp(log_p) - one_hot) / len(labels)",
        hint="Your loss uses the smoothed targets, your gradient the one-hot ones. Differentiate the loss that you return.",
    ),
    Mistake(
        "label_smoothing/grad-not-averaged",
        old="dz = (np.exp(log_p) - targets) / len(labels)",
        new="dz = np.exp(log_p) - targets",
        hint="The loss is a mean over the batch, but your dz is not divided by anything: it is N times too large.",
    ),
    Mistake(
        "label_smoothing/summed",
        old="loss = -(targets * log_p).sum(axis=1).mean()",
        new="loss = -(targets * log_p).sum()",
        also=(("dz = (np.exp(log_p) - targets) / len(labels)", "dz = np.exp(log_p) - targets"),),
        hint="Your loss is a sum over the batch. It should be the mean, so that its size does not grow with N.",
    ),
    Mistake(
        "label_smoothing/class-mean",
        old="loss = -(targets * log_p).sum(axis=1).mean()",
        new="loss = -(targets * log_p).mean()",
        hint="You average over classes as well as over samples, so the loss is C times too small. Within a sample, "
        "the cross-entropy is a sum over the classes.",
    ),
    Mistake(
        "label_smoothing/overflow",
        old=LOG_SOFTMAX,
        new="e = np.exp(z)\n    log_p = np.log(e / e.sum(axis=1, keepdims=True))",
        hint="For large logits exp overflows, and the log of a probability that was rounded to 0 is infinite. A "
        "softmax does not change if the same number is taken off all logits of a row, and the log of a quotient "
        "is a difference.",
    ),
]
