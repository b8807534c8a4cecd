from autograder.suite import Mistake

PROJECT = "q, k, v = split_heads(xq @ wq, n_heads), split_heads(xkv @ wk, n_heads), split_heads(xkv @ wv, n_heads)"
SCORES = "scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])"
SOFTMAX = "weights = masked_softmax(scores, mask)"
OUT = "out = merge_heads(heads) @ wo"

MISTAKES = [
    Mistake(
        "mha_forward/scale-model",
        old=SCORES,
        new="scores = q @ k.swapaxes(-1, -2) / np.sqrt(xq.shape[-1])",
        hint="You divide by the root of the model's width. A score is a sum over the features of one head, so its "
        "spread grows with the width of one head. (Notes 000 print the model's width here.)",
    ),
    Mistake(
        "mha_forward/no-scale",
        old=SCORES,
        new="scores = q @ k.swapaxes(-1, -2)",
        hint="The scores are not divided by anything: the wider a head, the closer your softmax comes to picking a single key.",
    ),
    Mistake(
        "mha_forward/no-wo",
        old=OUT,
        new="out = merge_heads(heads)",
        hint="The output projection is missing: wo is never used. Without it no feature of out sees more than one head.",
    ),
    Mistake(
        "mha_forward/reshape-mix",
        old=PROJECT,
        new="batch, d = len(xq), xq.shape[-1] // n_heads\n"
        "    q = (xq @ wq).reshape(batch, n_heads, -1, d)\n"
        "    k = (xkv @ wk).reshape(batch, n_heads, -1, d)\n"
        "    v = (xkv @ wv).reshape(batch, n_heads, -1, d)",
        also=((OUT, "out = heads.reshape(xq.shape) @ wo"),),
        hint="Heads are made by a reshape alone, so a head holds pieces of several tokens and queries attend to "
        "mixtures. The axes have to be moved as well: look at what your split does to a small array.",
    ),
    Mistake(
        "mha_forward/kv-from-q",
        old=PROJECT,
        new=PROJECT.replace("xkv", "xq"),
        hint="Keys and values are made from xq. It goes unnoticed in self-attention; in general they come from the "
        "tokens that are looked at.",
    ),
    Mistake(
        "mha_forward/sum-heads",
        old=OUT,
        new="out = heads.sum(axis=1) @ wo[: heads.shape[-1]]",
        hint="The heads are added up. They stand side by side, and wo mixes them: each head meets its own rows of wo.",
    ),
    Mistake(
        "mha_forward/one-head",
        old=PROJECT,
        new=PROJECT.replace("n_heads", "1"),
        hint="n_heads is not used: your attention has one wide head. Look at the shape of your weights.",
    ),
    Mistake(
        "mha_forward/softmax-queries",
        old=SOFTMAX,
        new="turned = None if mask is None else np.broadcast_to(mask, scores.shape).swapaxes(-1, -2)\n"
        "    weights = masked_softmax(scores.swapaxes(-1, -2), turned).swapaxes(-1, -2)",
        hint="Your softmax runs over the queries: columns of the map sum to 1. Each query shares out its attention "
        "over the keys.",
    ),
    Mistake(
        "mha_forward/mask-ignored",
        old=SOFTMAX,
        new="weights = masked_softmax(scores, None)",
        hint="The mask is not used: forbidden keys get weight as if they were allowed.",
    ),
    Mistake(
        "mha_forward/nan-row",
        old=SOFTMAX,
        new="visible = scores if mask is None else np.where(mask, scores, -np.inf)\n"
        "    powers = np.exp(visible - visible.max(axis=-1, keepdims=True))\n"
        "    weights = powers / powers.sum(axis=-1, keepdims=True)",
        hint="A query without any allowed key becomes nan: minus infinity minus minus infinity, or 0 / 0. Such rows "
        "happen (padding), and one nan spreads through the whole network. Their weights are 0.",
    ),
]
