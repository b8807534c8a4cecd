from autograder.suite import Mistake

WEIGHT = 'weight = counted[:, 1:] / (len(ids) if reduction == "mean" else max(int(counted[:, 1:].sum()), 1))'
TARGETS = "targets = ids[:, 1:, None]"
Z = "z = logits[:, :-1] - logits[:, :-1].max(axis=-1, keepdims=True)"
LAST = "dlogits[:, :-1] = weight[..., None] * dz"

MISTAKES = [
    Mistake(
        "gpt_loss/no-shift",
        old=TARGETS,
        new="targets = ids[:, :-1, None]",
        hint="The logits at position t are held against the token at t, which the model has just read. They predict"
        " the token at t + 1.",
    ),
    Mistake(
        "gpt_loss/shift-back",
        old=Z,
        new="z = logits[:, 1:] - logits[:, 1:].max(axis=-1, keepdims=True)",
        also=((TARGETS, "targets = ids[:, :-1, None]"), (LAST, "dlogits[:, 1:] = weight[..., None] * dz")),
        hint="Your logits at position t are held against the token at t - 1. They predict the one that follows, t + 1.",
    ),
    Mistake(
        "gpt_loss/wrap",
        old="counted = np.ones(ids.shape, dtype=bool) if mask is None else mask\n",
        new="counted = np.ones(ids.shape, dtype=bool) if mask is None else mask\n"
        "    ids, counted = np.concatenate([ids, ids[:, :1]], axis=1), np.concatenate([counted, counted[:, :1]], "
        "axis=1)\n"
        "    logits = np.concatenate([logits, logits[:, :1]], axis=1)\n",
        also=(
            ("dlogits[:, :-1] = weight[..., None] * dz", "dlogits = weight[..., None] * dz"),
            ("    dlogits = np.zeros(logits.shape)\n", ""),
        ),
        hint="The last position predicts the first token of its sequence. Nothing follows the last token: its "
        "logits do not count.",
    ),
    Mistake(
        "gpt_loss/mask-inputs",
        old=WEIGHT,
        new='weight = counted[:, :-1] / (len(ids) if reduction == "mean" else max(int(counted[:, :-1].sum()), 1))',
        hint="You use the mask at the position that predicts. It is the target that counts or not: the mask of position t + 1.",
    ),
    Mistake(
        "gpt_loss/token-mean",
        old=WEIGHT,
        new="weight = counted[:, 1:] / max(int(counted[:, 1:].sum()), 1)",
        hint="You always divide by the number of targets. That is 'token_mean'; 'mean' divides by the number of sequences.",
    ),
    Mistake(
        "gpt_loss/divide-all",
        old=WEIGHT,
        new='weight = counted[:, 1:] / (len(ids) if reduction == "mean" else counted[:, 1:].size)',
        hint="'token_mean' divides by all places, those outside of the mask included. It divides by the number of "
        "targets that count.",
    ),
    Mistake(
        "gpt_loss/counts-first",
        old=WEIGHT,
        new='weight = counted[:, 1:] / (len(ids) if reduction == "mean" else max(int(counted.sum()), 1))',
        hint="'token_mean' divides by the number of all tokens in the mask. The first token of a sequence is never a target.",
    ),
    Mistake(
        "gpt_loss/mask-ignored",
        old="counted = np.ones(ids.shape, dtype=bool) if mask is None else mask",
        new="counted = np.ones(ids.shape, dtype=bool)",
        hint="The mask has no effect.",
    ),
    Mistake(
        "gpt_loss/grad-unmasked",
        old=LAST,
        new='dlogits[:, :-1] = dz / (len(ids) if reduction == "mean" else max(int(counted[:, 1:].sum()), 1))',
        hint="The loss leaves out what the mask excludes, and the gradient does not.",
    ),
    Mistake(
        "gpt_loss/nan-empty",
        old="max(int(counted[:, 1:].sum()), 1)",
        new="np.float64(counted[:, 1:].sum())",
        hint="If no target counts, 'token_mean' is 0/0. The statement says 0.",
    ),
    Mistake(
        "gpt_loss/overflow",
        old=Z,
        new="z = logits[:, :-1]",
        hint="The exponential of a large logit overflows. Subtract the greatest logit of each row first.",
    ),
    Mistake(
        "gpt_loss/any-reduction",
        old='    if reduction not in ("mean", "token_mean"):\n'
        "        raise ValueError(f\"reduction: {reduction!r} is neither 'mean' nor 'token_mean'\")\n",
        new="",
        hint="Any word is taken for the reduction. The statement asks for a ValueError.",
    ),
]
