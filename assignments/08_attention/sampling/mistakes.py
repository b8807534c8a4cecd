from autograder.suite import Mistake

FILTERED = "return np.where(rank < k, logits, -np.inf)"
ORDER = 'by_size = np.argsort(-logits, axis=-1, kind="stable")'
SCALED = "scaled = logits / temperature"
POWERS = "p = np.exp(scaled - scaled.max(axis=-1, keepdims=True))"
RETURN = "return (cumulative > u[:, None]).argmax(axis=-1)"

MISTAKES = [
    Mistake(
        "top_k_filter/smallest",
        old=ORDER,
        new='by_size = np.argsort(logits, axis=-1, kind="stable")',
        hint="You keep the smallest logits: sorting is in ascending order unless you turn it round.",
    ),
    Mistake(
        "top_k_filter/threshold-ties",
        old=FILTERED,
        new="smallest = np.sort(logits, axis=-1)[..., -min(k, logits.shape[-1])][..., None]\n"
        "    return np.where(logits >= smallest, logits, -np.inf)",
        hint="You keep whatever reaches the k-th largest logit. Where several are equal to it, more than k stay: "
        "exactly k are asked for, the lower ids first.",
    ),
    Mistake(
        "top_k_filter/ties-upwards",
        old=ORDER,
        new='by_size = np.argsort(logits, axis=-1, kind="stable")[..., ::-1]',
        hint="Of equal logits you keep the higher ids. Reversing an ascending order also reverses the order of equals.",
    ),
    Mistake(
        "top_k_filter/zeroed",
        old=FILTERED,
        new="return np.where(rank < k, logits, 0.0)",
        hint="What is left out becomes 0. That is a logit like any other: its exponential is 1, so it can still be "
        "drawn. What number has the exponential 0?",
    ),
    Mistake(
        "top_k_filter/axis-zero",
        old=ORDER,
        new='by_size = np.argsort(-logits, axis=0, kind="stable")',
        also=(("rank = np.argsort(by_size, axis=-1)", "rank = np.argsort(by_size, axis=0)"),),
        hint="You rank over the batch: each id is compared with itself in other rows. Every row is a choice of its "
        "own, along the last axis.",
    ),
    Mistake(
        "top_k_filter/order-for-rank",
        old="rank = np.argsort(by_size, axis=-1)",
        new="rank = by_size",
        hint="You compare ids with k. Sorting gives, for each rank, the id that has it; what is needed is, for each "
        "id, its rank.",
    ),
    Mistake(
        "top_k_filter/k-beyond",
        old=FILTERED,
        new="last = np.take_along_axis(rank, by_size[..., k - 1][..., None], axis=-1)\n"
        "    return np.where(rank <= last, logits, -np.inf)",
        hint="If k is greater than the number of ids, your code looks for a k-th logit that is not there. All of them "
        "stay then.",
    ),
    Mistake(
        "top_k_filter/in-place",
        old=FILTERED,
        new="logits[rank >= k] = -np.inf\n    return logits",
        hint="Your numbers are right, but the logits that came in are overwritten by them.",
    ),
    Mistake(
        "sample_next_token/tau-multiplied",
        old=SCALED,
        new="scaled = logits * temperature",
        hint="You multiply by the temperature. A high temperature is to flatten the distribution: the logits are "
        "divided by it.",
    ),
    Mistake(
        "sample_next_token/tau-on-probs",
        old=SCALED,
        new="scaled = logits",
        also=(("cumulative /= cumulative[:, -1:]", "cumulative /= cumulative[:, -1:] * temperature"),),
        hint="You divide the probabilities by the temperature. They then no longer sum to 1, and their ratios stay as "
        "they are. The temperature acts on the logits, before the softmax.",
    ),
    Mistake(
        "sample_next_token/no-renormalise",
        old="cumulative /= cumulative[:, -1:]",
        new="everything = logits / temperature\n"
        "    cumulative /= np.exp(everything - everything.max(axis=-1, keepdims=True)).sum(axis=-1, keepdims=True)",
        hint="After top_k your probabilities do not sum to 1: they are divided by the sum over all ids. For a large u "
        "then no id is found. Filter the logits first, then apply softmax.",
    ),
    Mistake(
        "sample_next_token/argmax",
        old=RETURN,
        new="return p.argmax(axis=-1)",
        hint="You always take the likeliest id; u is not used. That is what temperature 0 asks for, and nothing else.",
    ),
    Mistake(
        "sample_next_token/shared-u",
        old=RETURN,
        new="return (cumulative > u[0]).argmax(axis=-1)",
        hint="All rows use the first random number. Each row has its own.",
    ),
    Mistake(
        "sample_next_token/complement",
        old=RETURN,
        new="return (cumulative > 1 - u[:, None]).argmax(axis=-1)",
        hint="You compare with 1 - u. The frequencies come out right, but the ids are not those that the statement "
        "asks for: u counts from id 0 upwards.",
    ),
    Mistake(
        "sample_next_token/reaches",
        old=RETURN,
        new="return (cumulative >= u[:, None]).argmax(axis=-1)",
        hint="Your id is the first whose cumulative probability reaches u. At u = 0 that is id 0, even if its "
        "probability is 0: the cumulative probability has to exceed u.",
    ),
    Mistake(
        "sample_next_token/top-k-ignored",
        old="scaled = top_k_filter(scaled, top_k)",
        new="scaled = scaled * 1.0",
        hint="top_k is not used: all ids can be drawn.",
    ),
    Mistake(
        "sample_next_token/zero-temperature",
        old="if temperature == 0:\n        return logits.argmax(axis=-1)",
        new="temperature = max(temperature, 1e-30)",
        hint="Temperature 0 needs a case of its own: equal logits stay equal however small the temperature is, so u "
        "still decides between them.",
    ),
    Mistake(
        "sample_next_token/unstable",
        old=POWERS,
        new="p = np.exp(scaled)",
        hint="The exponential overflows for large logits and gives nan. Softmax does not change if the same number is "
        "taken from all logits of a row: use that.",
    ),
]
