from autograder.suite import Mistake

PROJECT = "queries, keys, values = x_dec @ wq, x_enc @ wk, x_enc @ wv"
SCORES = "scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(keys.shape[-1])"
SOFTMAX = "weights = masked_softmax(scores, None if enc_mask is None else enc_mask[:, None, :])"

MISTAKES = [
    Mistake(
        "cross_attention/roles-swapped",
        old=PROJECT,
        new="queries, keys, values = x_enc @ wq, x_dec @ wk, x_dec @ wv",
        hint="The roles are exchanged: your queries come from the encoder. The decoder asks; keys and values are the "
        "encoder's.",
    ),
    Mistake(
        "cross_attention/causal",
        old=SOFTMAX,
        new="seen = np.tri(*scores.shape[1:], dtype=bool)\n"
        "    weights = masked_softmax(scores, seen if enc_mask is None else seen & enc_mask[:, None, :])",
        hint="You add a causal mask. The source is known in full before the first target token is written: every "
        "target position may look at all of it.",
    ),
    Mistake(
        "cross_attention/values-dec",
        old=PROJECT,
        new="queries, keys, values = x_dec @ wq, x_enc @ wk, x_dec @ wv",
        hint="The values come from the decoder, so nothing of the source gets through. What is looked up stands where "
        "the keys stand: in the encoder.",
    ),
    Mistake(
        "cross_attention/scale-dv",
        old=SCORES,
        new="scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(values.shape[-1])",
        hint="You divide by the root of the values' width. A score is a sum over the features of a key: divide by the "
        "root of the keys' width.",
    ),
    Mistake(
        "cross_attention/no-scale",
        old=SCORES,
        new="scores = queries @ keys.swapaxes(-1, -2)",
        hint="The scores are not divided by anything: the wider the keys, the closer the softmax comes to picking a "
        "single one.",
    ),
    Mistake(
        "cross_attention/no-softmax",
        old=SOFTMAX,
        new="weights = scores if enc_mask is None else scores * enc_mask[:, None, :]",
        hint="The scores themselves are your weights. Then they can be negative and do not sum to 1; they must pass "
        "through a softmax over the source.",
    ),
    Mistake(
        "cross_attention/mask-ignored",
        old=SOFTMAX,
        new="weights = masked_softmax(scores, None)",
        hint="enc_mask is not used: padding of the source is looked at like any other position.",
    ),
    Mistake(
        "cross_attention/softmax-decoder",
        old=SOFTMAX,
        new="turned = None if enc_mask is None else enc_mask[:, :, None]\n"
        "    weights = masked_softmax(scores.swapaxes(1, 2), turned).swapaxes(1, 2)",
        hint="Your softmax runs over the target positions: columns of the map sum to 1. Each target position shares "
        "out its attention over the source.",
    ),
    Mistake(
        "cross_attention/nan-row",
        old=SOFTMAX,
        new="visible = scores if enc_mask is None else np.where(enc_mask[:, None, :], scores, -np.inf)\n"
        "    powers = np.exp(visible - visible.max(axis=-1, keepdims=True))\n"
        "    weights = powers / powers.sum(axis=-1, keepdims=True)",
        hint="Where the whole source is hidden, your weights are nan: minus infinity minus minus infinity, or 0 / 0. "
        "They are 0 there.",
    ),
    Mistake(
        "cross_attention/mask-decoder",
        old=SOFTMAX,
        new="fits = enc_mask is not None and enc_mask.shape[1] == scores.shape[1]\n"
        "    mask = None if enc_mask is None else enc_mask[:, :, None] if fits else enc_mask[:, None, :]\n"
        "    weights = masked_softmax(scores, mask)",
        hint="enc_mask hides target positions in your code, which nobody notices until both sides are equally long. It says "
        "which SOURCE positions may be looked at.",
    ),
    Mistake(
        "cross_attention/scale-s",
        old=SCORES,
        new="scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(keys.shape[1])",
        hint="You divide by the root of the number of source positions. A score is a sum over the features of a key: divide by "
        "the root of the keys' width.",
    ),
]
