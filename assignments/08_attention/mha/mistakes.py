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
        "spread grows with the width of one head.",
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
    Mistake(
        "mha_backward/merge-missing",
        old="dq = merge_heads(dscores @ k)",
        new="dq = (dscores @ k).reshape(dout.shape)",
        hint="The heads of dq are joined by a reshape alone, so numbers of different tokens change places. The axes have to be "
        "moved back first, as they were when the heads were put side by side.",
    ),
    Mistake(
        "mha_backward/split-missing",
        old="dheads = split_heads(dout @ wo.T, q.shape[1])",
        new="dheads = (dout @ wo.T).reshape(q.shape)",
        hint="On the way back from the output projection you cut the heads with a reshape alone. Each head gets pieces "
        "of several tokens then: move the axes as well.",
    ),
    Mistake(
        "mha_backward/kv-one-path",
        old="dxkv = dk @ wk.T + dv @ wv.T",
        new="dxkv = dv @ wv.T",
        hint="xkv is read twice, as keys and as values. Your dxkv has only the part that comes through the values.",
    ),
    Mistake(
        "mha_backward/keys-only",
        old="dxkv = dk @ wk.T + dv @ wv.T",
        new="dxkv = dk @ wk.T",
        hint="xkv is read twice, as keys and as values. Your dxkv has only the part that comes through the keys.",
    ),
    Mistake(
        "mha_backward/scale-missing",
        old="    dscores = dscores / np.sqrt(q.shape[-1])\n",
        new="",
        hint="dq and dk lack the scale: the scores were divided by the root of a head's width, and the chain rule takes that "
        "factor along.",
    ),
    Mistake(
        "mha_backward/scale-model",
        old="dscores = dscores / np.sqrt(q.shape[-1])",
        new="dscores = dscores / np.sqrt(dout.shape[-1])",
        hint="On the way back you divide by the root of the model's width. The forward pass divides by the root of the "
        "width of one head.",
    ),
    Mistake(
        "mha_backward/batch-mean",
        old='dwq = np.einsum("bte,btf->ef", xq, dq)',
        new='dwq = np.einsum("bte,btf->ef", xq, dq) / len(dout)',
        also=(
            ('dwk = np.einsum("bse,bsf->ef", xkv, dk)', 'dwk = np.einsum("bse,bsf->ef", xkv, dk) / len(dout)'),
            ('dwv = np.einsum("bse,bsf->ef", xkv, dv)', 'dwv = np.einsum("bse,bsf->ef", xkv, dv) / len(dout)'),
        ),
        hint="You divide the gradients of the projections by the number of samples. Whether the loss is a mean is already "
        "in dout: here the samples are added up.",
    ),
    Mistake(
        "mha_backward/diagonal-jacobian",
        old="dscores = weights * (dweights - (weights * dweights).sum(axis=-1, keepdims=True))",
        new="dscores = weights * (1 - weights) * dweights",
        hint="You use only the diagonal of the softmax's Jacobian. Raising one score also lowers all other "
        "weights of that query.",
    ),
    Mistake(
        "mha_backward/wo-transposed",
        old="dheads = split_heads(dout @ wo.T, q.shape[1])",
        new="dheads = split_heads(dout @ wo, q.shape[1])",
        hint="You go back through the output projection with wo itself. All four projections are square here, so no shape "
        "complains: a product from the right goes back with the transposed matrix.",
    ),
]
