from autograder.suite import Mistake

RAMP = "return min(1.0, step / warmup)"
FLOOR = "return np.maximum(per_latent, lam).sum()"

MISTAKES = [
    Mistake(
        "free_bits_kl/overshoot",
        old=RAMP,
        new="return step / warmup",
        hint="Your weight goes on growing after the warm-up. Then the divergence counts more and more: you end "
        "up with an ever larger beta.",
    ),
    Mistake(
        "free_bits_kl/inverted",
        old=RAMP,
        new="return 1.0 - min(1.0, step / warmup)",
        hint="Your weight falls from 1 to 0. The divergence is to be absent at first, while the decoder learns "
        "to use the codes.",
    ),
    Mistake(
        "free_bits_kl/off-by-one",
        old=RAMP,
        new="return min(1.0, (step + 1) / warmup)",
        hint="Your weight is one step ahead. At step 0 no step has been made, and the weight is 0.",
    ),
    Mistake(
        "free_bits_kl/zero-warmup",
        old="    if warmup == 0:\n        return 1.0\n",
        new="    if warmup == 0:\n        return 0.0\n",
        hint="Without a warm-up your divergence never counts at all. Nothing to wait for means full weight at once.",
    ),
    Mistake(
        "free_bits_kl/smooth",
        old=RAMP,
        new="return float(0.5 - 0.5 * np.cos(np.pi * min(1.0, step / warmup)))",
        hint="Your weight follows a cosine. It starts and ends rightly, but the line between is to be straight.",
    ),
    Mistake(
        "free_bits_kl/per-sample",
        old="    per_latent = kl_dim.mean(axis=0)\n    return np.maximum(per_latent, lam).sum()",
        new="    return np.maximum(kl_dim, lam).mean(axis=0).sum()",
        hint="Your floor acts on each sample before the mean over the batch. It is to act on the mean: a latent "
        "that is used for some samples only should not pay for the others.",
    ),
    Mistake(
        "free_bits_kl/total-floor",
        old=FLOOR,
        new="return np.maximum(per_latent.sum(), lam)",
        hint="Your floor acts on the sum over the latents. Then one busy latent uses up the allowance of all; "
        "each is to have its own.",
    ),
    Mistake(
        "free_bits_kl/min",
        old=FLOOR,
        new="return np.minimum(per_latent, lam).sum()",
        hint="You take the smaller of the two. That is a ceiling: latents that are used cost nothing more, and "
        "those that are not are pushed down.",
    ),
    Mistake(
        "free_bits_kl/sum-batch",
        old="per_latent = kl_dim.mean(axis=0)",
        new="per_latent = kl_dim.sum(axis=0)",
        hint="You add up the samples. The allowance is meant for a latent's mean over the batch, whatever the batch size.",
    ),
    Mistake(
        "free_bits_kl/excess-only",
        old=FLOOR,
        new="return np.maximum(per_latent - lam, 0.0).sum()",
        hint="You count only what exceeds the allowance. The gradients are the same, but the term asked for is "
        "the floored one, which is lam for a latent below the floor.",
    ),
]
