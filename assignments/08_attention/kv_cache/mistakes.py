from autograder.suite import Mistake

PROJECT = "keys = (x_t @ wk).reshape(batch, g, 1, width)\n    values = (x_t @ wv).reshape(batch, g, 1, width)"
APPEND = "keys = np.concatenate([cache[0], keys], axis=2)\n        values = np.concatenate([cache[1], values], axis=2)"
SHARE = "own_keys, own_values = np.repeat(keys, h // g, axis=1), np.repeat(values, h // g, axis=1)"
SOFTMAX = "unnormalised = np.exp(scores - scores.max(axis=-1, keepdims=True))"

MISTAKES = [
    Mistake(
        "kv_cache_step/attends-old",
        old=SHARE,
        new="seen = (keys, values) if cache is None else cache\n"
        "    own_keys, own_values = np.repeat(seen[0], h // g, axis=1), np.repeat(seen[1], h // g, axis=1)",
        hint="The new token attends over the old cache only: its own key and value are missing. In a causal pass the "
        "diagonal is visible. Append first, then attend.",
    ),
    Mistake(
        "kv_cache_step/prepend",
        old=APPEND,
        new=APPEND.replace("[cache[0], keys]", "[keys, cache[0]]").replace("[cache[1], values]", "[values, cache[1]]"),
        hint="The new key and value are put in front. Attention does not mind, but the cache is in order of time, "
        "oldest first, and whoever adds positions or masks relies on it.",
    ),
    Mistake(
        "kv_cache_step/cache-query",
        old=PROJECT,
        new="keys = (x_t @ wq).reshape(batch, h, 1, width)[:, :g]\n    values = (x_t @ wv).reshape(batch, g, 1, width)",
        hint="Queries are stored where keys belong. A query is used once, at its own step; what later tokens need of "
        "this one is its key and its value.",
    ),
    Mistake(
        "kv_cache_step/overwrite",
        old=APPEND,
        new="keys = np.concatenate([cache[0][:, :, :-1], keys], axis=2)\n"
        "        values = np.concatenate([cache[1][:, :, :-1], values], axis=2)",
        hint="The new key takes the place of the last one: your cache does not grow, and all but the newest token are "
        "forgotten. It gets longer by one with each step.",
    ),
    Mistake(
        "kv_cache_step/in-place",
        old="    return out, (keys, values)",
        new="    if cache is not None:\n"
        "        cache[0][...], cache[1][...] = keys[:, :, 1:], values[:, :, 1:]\n"
        "    return out, (keys, values)",
        hint="What you return is right, but the arrays that came in are overwritten. Whoever kept the old cache, to "
        "continue from it in two ways, now holds something else.",
    ),
    Mistake(
        "kv_cache_step/tiled",
        old=SHARE,
        new="own_keys, own_values = np.tile(keys, (1, h // g, 1, 1)), np.tile(values, (1, h // g, 1, 1))",
        hint="Your query head i reads shared head i mod g. Neighbouring query heads form a group: head i reads i // (h/g).",
    ),
    Mistake(
        "kv_cache_step/expanded",
        old="return out, (keys, values)",
        new="return out, (own_keys, own_values)",
        hint="You store the shared heads once for every query head. Sharing saves memory only if the cache holds g "
        "heads; and at the next step the numbers of heads do not fit.",
    ),
    Mistake(
        "kv_cache_step/scale-model",
        old="np.sqrt(width)",
        new="np.sqrt(x_t.shape[-1])",
        hint="You divide by the root of the model's width. A score is a sum over the features of one head: divide by "
        "the root of one head's width.",
    ),
    Mistake(
        "kv_cache_step/unstable",
        old=SOFTMAX,
        new="unnormalised = np.exp(scores)",
        hint="The exponential overflows for large scores and gives nan. Softmax does not change if the same number is "
        "taken from all scores of a row: use that.",
    ),
]
