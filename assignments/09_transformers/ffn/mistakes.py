from autograder.suite import Mistake

H = "h = np.maximum(a, 0.0)"
OUT = "out = h @ W2 + b2"
DA = "da = (dout @ W2.T) * (a > 0)"
RETURN = "return dx, rows.T @ darows, darows.sum(axis=0), hrows.T @ drows, drows.sum(axis=0)"

MISTAKES = [
    Mistake(
        "ffn_forward/outer-relu",
        old=OUT,
        new="out = np.maximum(h @ W2 + b2, 0.0)",
        hint="There is a ReLU behind the second layer as well. The output is added to the residual stream and may be negative.",
    ),
    Mistake(
        "ffn_forward/no-relu",
        old=H,
        new="h = a",
        hint="There is no ReLU between the layers: two linear layers in a row are one linear layer.",
    ),
    Mistake(
        "ffn_forward/db-over-batch",
        old=RETURN,
        new="over = (0,) if dout.ndim > 1 else ()\n"
        "    return dx, rows.T @ darows, da.sum(axis=over), hrows.T @ drows, dout.sum(axis=over)",
        hint="The gradients of the biases are summed over the first axis only. A bias is added at every position of"
        " every sequence.",
    ),
    Mistake(
        "ffn_forward/mask-output",
        old=DA,
        new="da = ((dout * (h @ W2 > 0)) @ W2.T)",
        hint="The ReLU's mask is applied to the output. It belongs to the hidden units, where the ReLU was.",
    ),
    Mistake(
        "ffn_forward/no-mask",
        old=DA,
        new="da = dout @ W2.T",
        hint="The gradient passes the ReLU as if it were not there. Units that were off let nothing through.",
    ),
    Mistake(
        "ffn_forward/mean",
        old=RETURN,
        new="n = len(rows)\n    return dx, rows.T @ darows / n, darows.mean(axis=0), hrows.T @ drows / n, drows.mean(axis=0)",
        hint="You average over the positions. If the loss is a mean, dout has its factor in it already: here "
        "everything is summed.",
    ),
    Mistake(
        "ffn_forward/mixes-tokens",
        old="a = x @ W1 + b1",
        new="a = (x - x.mean(axis=-2, keepdims=True) if x.ndim > 1 else x) @ W1 + b1",
        hint="What comes out at a position depends on the other positions. This network sees each token alone.",
    ),
    Mistake(
        "ffn_forward/before-relu",
        old="cache = (x, a, h, W1, W2)",
        new="cache = (x, a, a, W1, W2)",
        hint="dW2 is computed with the hidden units as they were before the ReLU. The second layer saw them after it.",
    ),
    Mistake(
        "ffn_forward/kink",
        old=DA,
        new="da = (dout @ W2.T) * (a >= 0)",
        hint="A unit that is exactly 0 lets the gradient through. The statement asks for a slope of 0 there.",
    ),
]
