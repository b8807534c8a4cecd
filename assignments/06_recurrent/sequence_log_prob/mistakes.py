from autograder.suite import Mistake

RESULT = "return ((chosen - log_normaliser) * mask).sum(axis=1)"

MISTAKES = [
    Mistake(
        "sequence_log_prob/product",
        old=RESULT,
        new="return np.log(np.prod(np.where(mask, np.exp(chosen - log_normaliser), 1.0), axis=1))",
        hint="You multiply probabilities and take the logarithm at the end. After some hundred tokens the product "
        "is smaller than any float, and its logarithm minus infinity: add logarithms instead.",
    ),
    Mistake(
        "sequence_log_prob/shifted",
        old="chosen = np.take_along_axis(shifted, ids[:, :, None], axis=2)[:, :, 0]",
        new="shifted = np.concatenate([shifted[:, :1], shifted[:, :-1]], axis=1)\n"
        "    log_normaliser = np.log(np.exp(shifted).sum(axis=2))\n"
        "    chosen = np.take_along_axis(shifted, ids[:, :, None], axis=2)[:, :, 0]",
        hint="You read each token's probability from the step before. The scores for ids[:, t] stand in "
        "logits[:, t]: both are taken at the same step.",
    ),
    Mistake(
        "sequence_log_prob/raw-logits",
        old=RESULT,
        new="return (np.take_along_axis(logits, ids[:, :, None], axis=2)[:, :, 0] * mask).sum(axis=1)",
        hint="You add the logits themselves. They are scores up to a constant; only after the softmax's normaliser "
        "is taken off are they log-probabilities.",
    ),
    Mistake(
        "sequence_log_prob/mean",
        old=RESULT,
        new="return ((chosen - log_normaliser) * mask).mean(axis=1)",
        hint="Your sum is divided by the number of steps. The log-probability of a sequence is the sum over its "
        "tokens: long sequences are less probable.",
    ),
    Mistake(
        "sequence_log_prob/mask-ignored",
        old=RESULT,
        new="return (chosen - log_normaliser).sum(axis=1)",
        also=(("logits = np.where(mask[:, :, None], logits, 0.0)", "pass"),),
        hint="Padding counts in your sum. Only steps at which the mask is True belong to the sequence.",
    ),
    Mistake(
        "sequence_log_prob/padding-times-zero",
        old="logits = np.where(mask[:, :, None], logits, 0.0)",
        new="pass",
        hint="You multiply the steps that do not count by 0. If their logits are infinite or nan, the product is nan, and so "
        "is the whole sum: choose the steps that count, or replace what does not.",
    ),
]
