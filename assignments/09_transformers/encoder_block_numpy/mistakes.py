from autograder.suite import Mistake

Y = 'y, norm1 = _ln(x + heads @ p["Wo"], p["g1"], p["b1"])'
OUT = 'out, norm2 = _ln(y + h @ p["W2"] + p["c2"], p["g2"], p["b2"])'
SCORES = "scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])"
DZ1 = 'dz1, grads["g1"], grads["b1"] = _ln_backward(dy, p["g1"], cache["norm1"])'
DZ2 = 'dz2, grads["g2"], grads["b2"] = _ln_backward(dout, p["g2"], cache["norm2"])'
DSCORES = "dscores = weights * (dweights - (dweights * weights).sum(axis=-1, keepdims=True)) / np.sqrt(q.shape[-1])"

MISTAKES = [
    Mistake(
        "encoder_block_forward/pre-norm",
        old=OUT,
        new='normed, norm2 = _ln(y, p["g2"], p["b2"])\n'
        '    out = y + np.maximum(normed @ p["W1"] + p["c1"], 0.0) @ p["W2"] + p["c2"]',
        hint="The second norm comes before its branch, and the sum is not normalised. Here the block is post-norm.",
    ),
    Mistake(
        "encoder_block_forward/norm-sublayer",
        old=Y,
        new='y, norm1 = _ln(heads @ p["Wo"], p["g1"], p["b1"])\n    y = x + y',
        hint="The branch is normalised before it is added. The norm comes after the sum.",
    ),
    Mistake(
        "encoder_block_forward/no-skip",
        old=Y,
        new='y, norm1 = _ln(heads @ p["Wo"], p["g1"], p["b1"])',
        hint="There is no way around the attention: x is to be added to what it puts out.",
    ),
    Mistake(
        "encoder_block_forward/second-skip",
        old=OUT,
        new='out, norm2 = _ln(x + h @ p["W2"] + p["c2"], p["g2"], p["b2"])',
        hint="The second way around starts from x. It starts from y, the result of the first half.",
    ),
    Mistake(
        "encoder_block_forward/scale-model",
        old=SCORES,
        new="scores = q @ k.swapaxes(-1, -2) / np.sqrt(x.shape[-1])",
        hint="The scores are divided by the root of D. Each head works with D / n_heads features.",
    ),
    Mistake(
        "encoder_block_forward/unbiased",
        old=Y,
        new=Y + '\n    std = np.sqrt((x + heads @ p["Wo"]).var(axis=-1, keepdims=True, ddof=1) + EPS)\n'
        '    norm1 = (norm1[0] * norm1[1] / std, std)\n    y = p["g1"] * norm1[0] + p["b1"]',
        hint="The norm uses the unbiased variance. Layer norm divides by the number of features, not by one less.",
    ),
    Mistake(
        "encoder_block_forward/eps-outside",
        old=Y,
        new=Y + '\n    std = (x + heads @ p["Wo"]).std(axis=-1, keepdims=True) + EPS\n'
        '    norm1 = (norm1[0] * norm1[1] / std, std)\n    y = p["g1"] * norm1[0] + p["b1"]',
        hint="eps is added to the standard deviation. It belongs under the root.",
    ),
    Mistake(
        "encoder_block_forward/overflow",
        old="weights = np.exp(scores - scores.max(axis=-1, keepdims=True))",
        new="weights = np.exp(scores)",
        hint="The exponential of a large score overflows. Subtract the greatest score of each row first: the "
        "weights stay the same.",
    ),
    Mistake(
        "encoder_block_backward/residual-dropped",
        old="dx = dz1.copy()",
        new="dx = np.zeros(x.shape)",
        hint="dx lacks the way around the attention: x was also added to what the attention put out.",
    ),
    Mistake(
        "encoder_block_backward/ffn-skip-dropped",
        old='dy = dz2 + da @ p["W1"].T',
        new='dy = da @ p["W1"].T',
        hint="The gradient of y lacks the way around the network.",
    ),
    Mistake(
        "encoder_block_backward/attention-one-path",
        old="        dx += dpart @ p[name].T\n",
        new='        if name == "Wq":\n            dx += dpart @ p[name].T\n',
        hint="Of the attention's three inputs only the queries send a gradient back to x. Keys and values were made"
        " of x as well.",
    ),
    Mistake(
        "encoder_block_backward/ln-constant",
        old=DZ1,
        new=DZ1 + '\n    dz1 = dy * p["g1"] / cache["norm1"][1]',
        also=((DZ2, DZ2 + '\n    dz2 = dout * p["g2"] / cache["norm2"][1]'),),
        hint="Mean and variance of the norm are treated as constants. Both depend on every feature of the token.",
    ),
    Mistake(
        "encoder_block_backward/ln-variance-constant",
        old=DZ1,
        new=DZ1 + '\n    dz1 = dy * p["g1"]\n    dz1 = (dz1 - dz1.mean(axis=-1, keepdims=True)) / cache["norm1"][1]',
        also=(
            (DZ2, DZ2 + '\n    dz2 = dout * p["g2"]\n    dz2 = (dz2 - dz2.mean(axis=-1, keepdims=True)) / cache["norm2"][1]'),
        ),
        hint="The norm's variance is treated as a constant. It depends on every feature of the token.",
    ),
    Mistake(
        "encoder_block_backward/gamma-row",
        old="return dx, grads",
        new='grads["g1"] = (dy * cache["norm1"][0]).sum(axis=0)[0]\n'
        '    grads["g2"] = (dout * cache["norm2"][0]).sum(axis=0)[0]\n    return dx, grads',
        hint="The gradients of g1 and g2 are summed over the sequences only. Every token of a sequence has its share.",
    ),
    Mistake(
        "encoder_block_backward/softmax-diagonal",
        old=DSCORES,
        new="dscores = weights * (1 - weights) * dweights / np.sqrt(q.shape[-1])",
        hint="In the softmax you keep the diagonal of its Jacobian only. A score changes all weights of its row.",
    ),
    Mistake(
        "encoder_block_backward/no-scale",
        old=DSCORES,
        new="dscores = weights * (dweights - (dweights * weights).sum(axis=-1, keepdims=True))",
        hint="The scores were divided by a root in the forward pass. The same factor is missing on the way back.",
    ),
    Mistake(
        "encoder_block_backward/relu-open",
        old='da = (dz2 @ p["W2"].T) * (cache["a"] > 0)',
        new='da = dz2 @ p["W2"].T',
        hint="The gradient passes the ReLU as if it were not there.",
    ),
    Mistake(
        "encoder_block_backward/mean",
        old="return dx, grads",
        new="return dx, {name: g / len(dout) if g.ndim == 2 else g for name, g in grads.items()}",
        hint="The gradients of the matrices are averaged over the batch. They are sums over all tokens of all sequences.",
    ),
    Mistake(
        "encoder_block_forward/any-heads",
        old="    if n_heads < 1 or x.shape[-1] % n_heads:\n"
        '        raise ValueError(f"n_heads: {n_heads} heads do not divide {x.shape[-1]} features")\n',
        new="",
        hint="A number of heads that does not divide the features fails somewhere inside. The statement asks for a "
        "ValueError that names it.",
    ),
]
