from autograder.suite import Mistake

HALF = "disagreement = (kl12 + kl21) / 2"

MISTAKES = [
    Mistake(
        "r_drop_loss/one-sided",
        old=HALF,
        new="disagreement = kl12",
        hint="Only one of the two divergences enters. KL(p1 || p2) and KL(p2 || p1) differ; without the mean of both, "
        "it matters which pass came first.",
    ),
    Mistake(
        "r_drop_loss/ce-first",
        old="ce = (ce1 + ce2) / 2",
        new="ce = ce1",
        hint="Only the first pass is compared with the labels. Both are trained: the loss takes the mean of the two "
        "cross-entropies.",
    ),
    Mistake(
        "r_drop_loss/ce-sum",
        old="ce = (ce1 + ce2) / 2",
        new="ce = ce1 + ce2",
        hint="You add the two cross-entropies. Here their mean is taken, so that equal passes cost what one would.",
    ),
    Mistake(
        "r_drop_loss/log-arguments",
        old="kl12 = (p1 * (log_p1 - log_p2)).sum(axis=1)\n    kl21 = (p2 * (log_p2 - log_p1)).sum(axis=1)",
        new="kl12 = (p1 * (log_p1 - p2)).sum(axis=1)\n    kl21 = (p2 * (log_p2 - p1)).sum(axis=1)",
        hint="In your divergence a probability stands where its logarithm belongs (as when `kl_div` is handed "
        "probabilities). A sign of it: two equal passes should have no divergence at all.",
    ),
    Mistake(
        "r_drop_loss/half-missing",
        old=HALF,
        new="disagreement = kl12 + kl21",
        hint="The two divergences are added where their mean is asked for: the disagreement is twice too large.",
    ),
    Mistake(
        "r_drop_loss/class-mean",
        old=HALF,
        new="disagreement = (kl12 + kl21) / 2 / z1.shape[1]",
        hint="Your divergence is averaged over the classes (the default of many libraries). It is a sum over the "
        "classes; only the samples are averaged.",
    ),
    Mistake(
        "r_drop_loss/summed",
        old="return (ce + alpha * disagreement).mean()",
        new="return (ce + alpha * disagreement).sum()",
        hint="You add up the losses of the samples. It should be their mean.",
    ),
    Mistake(
        "r_drop_loss/overflow",
        old="log_p1, log_p2 = (z - z.max(axis=1, keepdims=True) for z in (z1, z2))",
        new="log_p1, log_p2 = z1, z2",
        hint="For large logits exp overflows (and for very negative ones the sum is 0). A softmax does not change if "
        "the same number is taken off all logits of a row: which one makes exp safe?",
    ),
]
