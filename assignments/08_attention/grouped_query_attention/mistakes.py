from autograder.suite import Mistake

KEYS = "keys = np.repeat(split_heads(x @ wk, g), h // g, axis=1)"
VALUES = "values = np.repeat(split_heads(x @ wv, g), h // g, axis=1)"
SCORES = "scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(queries.shape[-1])"
SOFTMAX = "weights = masked_softmax(scores, mask)"


def shared(key, value):
    """Another way of giving every query head its keys and values."""
    return {"old": KEYS, "new": f"keys = {key}", "also": ((VALUES, f"values = {value}"),)}


MISTAKES = [
    Mistake(
        "grouped_query_attention/tiled",
        **shared(
            "np.tile(split_heads(x @ wk, g), (1, h // g, 1, 1))",
            "np.tile(split_heads(x @ wv, g), (1, h // g, 1, 1))",
        ),
        hint="Your query head i reads shared head i mod g. Neighbouring query heads form a group: the copies of one "
        "shared head stand next to each other.",
    ),
    Mistake(
        "grouped_query_attention/mean-kv",
        **shared(
            "split_heads(x @ wk, g).mean(axis=1, keepdims=True)",
            "split_heads(x @ wv, g).mean(axis=1, keepdims=True)",
        ),
        hint="Keys and values are averaged over the shared heads. They are not mixed: each group reads the one that is "
        "its own.",
    ),
    Mistake(
        "grouped_query_attention/shares-q",
        old="queries = split_heads(x @ wq, h)",
        new="queries = np.repeat(split_heads(x @ wq, h)[:, :: h // g], h // g, axis=1)",
        hint="The queries are shared within a group, too, so its heads all do the same. Only keys and values are shared.",
    ),
    Mistake(
        "grouped_query_attention/kv-head-zero",
        **shared("split_heads(x @ wk, g)[:, :1]", "split_heads(x @ wv, g)[:, :1]"),
        hint="All query heads read the first shared head. That is right for g = 1 only; each group has its own.",
    ),
    Mistake(
        "grouped_query_attention/scale-model",
        old=SCORES,
        new="scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(x.shape[-1])",
        hint="You divide by the root of the model's width. A score is a sum over the features of one head: divide by "
        "the root of one head's width.",
    ),
    Mistake(
        "grouped_query_attention/uneven",
        old='if h % g != 0:\n        raise ValueError(f"{h} query heads cannot share {g} key heads evenly")',
        new="pass",
        also=(
            (KEYS, "keys = split_heads(x @ wk, g)[:, np.arange(h) * g // h]"),
            (VALUES, "values = split_heads(x @ wv, g)[:, np.arange(h) * g // h]"),
        ),
        hint="If g does not divide h, you share unevenly, or leave heads unused, without a word. Raise a ValueError.",
    ),
    Mistake(
        "grouped_query_attention/mask-ignored",
        old=SOFTMAX,
        new="weights = masked_softmax(scores, None)",
        hint="The mask is not used: forbidden keys get weight as if they were allowed.",
    ),
    Mistake(
        "grouped_query_attention/nan-row",
        old=SOFTMAX,
        new="visible = scores if mask is None else np.where(mask, scores, -np.inf)\n"
        "    powers = np.exp(visible - visible.max(axis=-1, keepdims=True))\n"
        "    weights = powers / powers.sum(axis=-1, keepdims=True)",
        hint="A token without any allowed key becomes nan: minus infinity minus minus infinity, or 0 / 0. Its weights are 0.",
    ),
]
