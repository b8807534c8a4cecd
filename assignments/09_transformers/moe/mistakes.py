from autograder.suite import Mistake

IDX = 'idx = np.argsort(-logits, axis=1, kind="stable")[:, :k]'
POWERS = "powers = np.exp(top - top[:, :1])"
RETURN = "return idx, powers / powers.sum(axis=1, keepdims=True)"
ADD = "out[token] += weights[token, place, None] * (h @ W2[e])"

MISTAKES = [
    Mistake(
        "moe_forward/no-renormalise",
        old=RETURN,
        new="every = np.exp(logits - logits.max(axis=1, keepdims=True))\n"
        "    return idx, np.take_along_axis(every / every.sum(axis=1, keepdims=True), idx, axis=1)",
        hint="The weights of the chosen experts do not sum to 1: they are those of the softmax over all experts.",
    ),
    Mistake(
        "moe_forward/smallest",
        old=IDX,
        new='idx = np.argsort(logits, axis=1, kind="stable")[:, :k]',
        also=((POWERS, "powers = np.exp(top - top.max(axis=1, keepdims=True))"),),
        hint="You choose the experts with the smallest logits.",
    ),
    Mistake(
        "moe_forward/over-tokens",
        old=RETURN,
        new="powers = np.exp(top - top.max(axis=0))\n    return idx, powers / powers.sum(axis=0, keepdims=True)",
        hint="The softmax runs over the tokens. It runs over the experts of one token.",
    ),
    Mistake(
        "moe_forward/sorted-by-id",
        old=IDX,
        new='idx = np.sort(np.argsort(-logits, axis=1, kind="stable")[:, :k], axis=1)',
        also=((POWERS, "powers = np.exp(top - top.max(axis=1, keepdims=True))"),),
        hint="The chosen experts come in the order of their numbers. The best comes first.",
    ),
    Mistake(
        "moe_forward/sigmoid",
        old=RETURN,
        new="return idx, np.exp(-np.logaddexp(0.0, -top))",
        hint="Each chosen expert has a sigmoid of its own. The weights are a softmax, and sum to 1.",
    ),
    Mistake(
        "moe_forward/ties",
        old=IDX,
        new='idx = (logits.shape[1] - 1 - np.argsort(-logits[:, ::-1], axis=1, kind="stable"))[:, :k]',
        hint="Of equal logits you take the expert with the higher number first.",
    ),
    Mistake(
        "moe_forward/overflow",
        old=POWERS,
        new="powers = np.exp(top)",
        hint="The exponential of a large logit overflows. Subtract the largest logit of each token first.",
    ),
    Mistake(
        "moe_forward/unweighted",
        old=ADD,
        new="out[token] += h @ W2[e]",
        hint="The experts are added without their weights.",
    ),
    Mistake(
        "moe_forward/mean",
        old=ADD,
        new="out[token] += weights[token, place, None] * (h @ W2[e]) / k",
        hint="You divide by k. The weights sum to 1 already.",
    ),
    Mistake(
        "moe_forward/expert-shared",
        old="idx, weights = moe_router(x, Wg, k)",
        new="idx, weights = moe_router(x, Wg, k)\n    idx = np.repeat(idx[:1], len(x), axis=0)",
        hint="All tokens go to the experts of the first token. Each token has its own.",
    ),
    Mistake(
        "moe_forward/no-relu",
        old="h = np.maximum(x[token] @ W1[e], 0.0)",
        new="h = x[token] @ W1[e]",
        hint="Your experts are linear: the ReLU between their layers is missing.",
    ),
    Mistake(
        "moe_forward/wrong-pairing",
        old="idx, weights = moe_router(x, Wg, k)",
        new="idx, weights = moe_router(x, Wg, k)\n    idx = np.sort(idx, axis=1)",
        hint="Weights and experts do not belong together: the weights are in the order of the logits, your experts "
        "in that of their numbers.",
    ),
    Mistake(
        "moe_forward/all-computed",
        old="    for e in range(len(W1)):\n",
        new="    out += sum(0.0 * (np.maximum(x @ W1[e], 0.0) @ W2[e]) for e in range(len(W1)))\n"
        "    for e in range(len(W1)):\n",
        hint="Every expert is computed for every token, and multiplied by 0 where it was not chosen. That saves "
        "nothing, and a broken expert spoils all.",
    ),
    Mistake(
        "moe_forward/any-k",
        old="    if not 1 <= k <= Wg.shape[1]:\n"
        '        raise ValueError(f"k: {k} of {Wg.shape[1]} experts cannot be chosen")\n',
        new="",
        hint="More experts than there are may be asked for. The statement asks for a ValueError.",
    ),
]
