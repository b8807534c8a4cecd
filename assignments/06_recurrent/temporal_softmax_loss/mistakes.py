from autograder.suite import Mistake

LOSS = "loss = (mask * losses).sum() / divisor"

MISTAKES = [
    Mistake(
        "temporal_softmax_loss/mask-ignored",
        old="logits = np.where(mask[:, :, None], logits, 0.0)",
        new="mask = np.ones_like(mask)",
        hint="Every step counts, padding as well. Only steps with a True in the mask belong to the loss and to its gradient.",
    ),
    Mistake(
        "temporal_softmax_loss/divide-nt",
        old='"mean": len(logits)',
        new='"mean": targets.size',
        hint='With "mean" you divide by N*T, the number of all places. Here it means: sum over the steps, mean over the N '
        "sequences.",
    ),
    Mistake(
        "temporal_softmax_loss/mask-after-mean",
        old=LOSS,
        new="loss = mask.mean() * losses.sum() / divisor",
        also=(("logits = np.where(mask[:, :, None], logits, 0.0)", "pass"),),
        hint="First you average over all steps, then the mask comes in. By then the losses of padding are mixed with the "
        "others: multiply each step's loss by its own mask before you add.",
    ),
    Mistake(
        "temporal_softmax_loss/mean-means-tokens",
        old='"mean": len(logits)',
        new='"mean": mask.sum()',
        hint='Your "mean" divides by the number of steps that count; that is "token_mean". The plain mean is over '
        "sequences, so that a long sequence weighs more than a short one.",
    ),
    Mistake(
        "temporal_softmax_loss/grad-unmasked",
        old="(np.exp(log_probs) - one_hot) * mask[:, :, None] / divisor",
        new="(np.exp(log_probs) - one_hot) / divisor",
        hint="Your loss leaves padding out, but your gradient does not: steps that do not count get one as well.",
    ),
    Mistake(
        "temporal_softmax_loss/grad-unscaled",
        old="(np.exp(log_probs) - one_hot) * mask[:, :, None] / divisor",
        new="(np.exp(log_probs) - one_hot) * mask[:, :, None]",
        hint="Loss and gradient do not belong together: the division that the reduction asks for is made in the loss only.",
    ),
    Mistake(
        "temporal_softmax_loss/padding-times-zero",
        old="logits = np.where(mask[:, :, None], logits, 0.0)",
        new="pass",
        hint="You multiply the steps that do not count by 0. If their logits are infinite or nan, the product is nan, and so "
        "is the whole sum: choose the steps that count, or replace what does not.",
    ),
    Mistake(
        "temporal_softmax_loss/overflow",
        old="shifted = logits - logits.max(axis=2, keepdims=True)",
        new="shifted = logits",
        hint="exp of a large logit is infinite. Softmax does not change if the same number is taken from all logits of a "
        "step; choose one that makes every exponent harmless.",
    ),
]
