from autograder.suite import Mistake

SCORES = "hidden = np.tanh((s @ wa)[:, None, :] + h @ ua)  # (N, T, A)"
JACOBIAN = "dscores = alpha * (dalpha - (alpha * dalpha).sum(axis=1, keepdims=True))"

MISTAKES = [
    Mistake(
        "bahdanau_scores/tanh-outside",
        old=SCORES,
        new="hidden = (s @ wa)[:, None, :] + h @ ua",
        also=(("return hidden @ va", "return np.tanh(hidden @ va)"),),
        hint="Your tanh acts on the finished score. It belongs to each hidden unit, before the product with va.",
    ),
    Mistake(
        "bahdanau_scores/weights-crossed",
        old=SCORES,
        new="if wa.shape == ua.shape:\n        wa, ua = ua, wa\n    hidden = np.tanh((s @ wa)[:, None, :] + h @ ua)",
        hint="The two matrices are exchanged: Wa belongs to the decoder state, Ua to the encoder states.",
    ),
    Mistake(
        "bahdanau_scores/no-tanh",
        old=SCORES,
        new="hidden = (s @ wa)[:, None, :] + h @ ua",
        hint="The tanh is missing. Without it the state adds the same number to the score of every position, and the softmax "
        "does not see it: the decoder could not choose.",
    ),
    Mistake(
        "bahdanau_scores/softmax-features",
        old=SCORES,
        new="hidden = np.exp(np.tanh((s @ wa)[:, None, :] + h @ ua))\n    hidden = hidden / hidden.sum(axis=-1, keepdims=True)",
        hint="There is a softmax over the hidden units. The softmax comes later, over the positions; these are plain scores.",
    ),
    Mistake(
        "bahdanau_scores/query-ignored",
        old=SCORES,
        new="hidden = np.tanh(h @ ua)",
        hint="The decoder state has no part in your scores: every step would look at the same places.",
    ),
    Mistake(
        "bahdanau_scores/softmaxed",
        old="return hidden @ va",
        new="scores = hidden @ va\n    return masked_softmax(scores)",
        hint="You return weights. Asked for are the scores themselves, before the softmax.",
    ),
    Mistake(
        "bahdanau_attention_forward/no-score-path",
        old="dh = through_values + through_scores",
        new="dh = through_values",
        hint="In dh the path through the scores is missing: a memory is not only what is read, it also decides how much of "
        "it is read.",
    ),
    Mistake(
        "bahdanau_attention_forward/no-value-path",
        old="dh = through_values + through_scores",
        new="dh = through_scores",
        hint="In dh the path through the values is missing: the context is a weighted mean of the memories themselves.",
    ),
    Mistake(
        "bahdanau_attention_forward/diagonal-jacobian",
        old=JACOBIAN,
        new="dscores = alpha * (1 - alpha) * dalpha",
        hint="You use only the diagonal of the softmax's Jacobian. Raising one score also lowers all other weights; what "
        "that does to the context is missing.",
    ),
    Mistake(
        "bahdanau_attention_forward/ds-last",
        old="dz_state = dz.sum(axis=1)",
        new="dz_state = dz[:, -1]",
        hint="Only one position sends a gradient to the state and to Wa. The state takes part in the score of every "
        "position, so the contributions add up.",
    ),
    Mistake(
        "bahdanau_attention_forward/tanh-derivative",
        old="dz = dhidden * (1 - hidden**2)",
        new="dz = dhidden * (1 - ((s @ wa)[:, None, :] + h @ ua) ** 2)",
        hint="The derivative of tanh is 1 - a^2 with a what tanh RETURNED. You square what went into it.",
    ),
    Mistake(
        "bahdanau_attention_forward/row-sum-missing",
        old=JACOBIAN,
        new="dscores = alpha * dalpha",
        hint="In the derivative of the softmax a term is missing. A sign of it: adding a number to all scores changes "
        "nothing, so dscores has to sum to 0 over the positions.",
    ),
    Mistake(
        "bahdanau_attention_forward/mask-ignored",
        old="alpha = masked_softmax(scores, mask)",
        new="alpha = masked_softmax(scores)",
        hint="Your mask has no effect: forbidden positions take part like all others.",
    ),
]
