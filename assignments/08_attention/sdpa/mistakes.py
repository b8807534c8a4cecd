from autograder.suite import Mistake

SCALE = "scale = 1 / np.sqrt(q.shape[-1])\n    scores"
SOFTMAX = "weights = masked_softmax(scores, mask)"
JACOBIAN = "dscores = weights * (dweights - weighted)"

MISTAKES = [
    Mistake(
        "sdpa_forward/softmax-queries",
        old=SOFTMAX,
        new="turned = None if mask is None else np.broadcast_to(mask, scores.shape).swapaxes(-1, -2)\n"
        "    weights = masked_softmax(scores.swapaxes(-1, -2), turned).swapaxes(-1, -2)",
        hint="Your softmax runs over the queries: the weights of one KEY sum to 1. Each query shares out its attention "
        "over the keys, so its row has to sum to 1.",
    ),
    Mistake(
        "sdpa_forward/no-scale",
        old=SCALE,
        new="scale = 1.0\n    scores",
        hint="Your scores are not scaled. A product of two vectors of width D spreads like the square root of D, and the "
        "softmax saturates.",
    ),
    Mistake(
        "sdpa_forward/scale-d",
        old=SCALE,
        new="scale = 1 / q.shape[-1]\n    scores",
        hint="You divide by D. It is the VARIANCE of a product of two random vectors that grows like D: which power of "
        "D brings its spread back to 1?",
    ),
    Mistake(
        "sdpa_forward/scale-dv",
        old=SCALE,
        new="scale = 1 / np.sqrt(v.shape[-1])\n    scores",
        hint="You scale by the width of the values. The scores are products of queries and keys: it is their width that "
        "counts.",
    ),
    Mistake(
        "sdpa_forward/scale-after",
        old="scores = scale * (q @ k.swapaxes(-1, -2))",
        new="scores = q @ k.swapaxes(-1, -2)",
        also=((SOFTMAX, "weights = scale * masked_softmax(scores, mask)"),),
        hint="You scale the weights, not the scores: the softmax has saturated already, and the weights of a query no "
        "longer sum to 1.",
    ),
    Mistake(
        "sdpa_forward/mask-after",
        old=SOFTMAX,
        new="weights = masked_softmax(scores)\n    if mask is not None:\n        weights = weights * mask",
        hint="You apply the mask to the finished weights, and what is left of a row sums to less than 1. Forbidden keys "
        "must not take part in the softmax.",
    ),
    Mistake(
        "sdpa_forward/mask-ignored",
        old=SOFTMAX,
        new="weights = masked_softmax(scores)",
        hint="Your mask has no effect: forbidden keys get weight like all others.",
    ),
    Mistake(
        "sdpa_forward/unstable",
        old=SOFTMAX,
        new="powers = np.exp(scores) if mask is None else np.exp(scores) * mask\n"
        "    total = powers.sum(axis=-1, keepdims=True)\n"
        "    weights = powers / np.where(total == 0, 1.0, total)",
        hint="Large scores overflow in your exponential and leave nan. `masked_softmax` has taken care of that already.",
    ),
    Mistake(
        "sdpa_forward/in-place",
        old="    scores = scale * (q",
        new="    q *= scale\n    scores = (q",
        hint="Your numbers are right, but the queries that came in are scaled in place: whoever holds them now holds "
        "something else.",
    ),
    Mistake(
        "sdpa_backward/no-scale",
        old="scale = 1 / np.sqrt(q.shape[-1])\n    dv",
        new="scale = 1.0\n    dv",
        hint="dq and dk lack the scale: the scores are products of queries and keys divided by the root of D, and the "
        "chain rule takes that factor along.",
    ),
    Mistake(
        "sdpa_backward/diagonal-jacobian",
        old=JACOBIAN,
        new="dscores = weights * (1 - weights) * dweights",
        hint="You use only the diagonal of the softmax's Jacobian, p (1 - p), as for a sigmoid. Raising one score also "
        "lowers all other weights of that query: what that does to the loss is missing.",
    ),
    Mistake(
        "sdpa_backward/dk-untransposed",
        old="dscores.swapaxes(-1, -2) @ q",
        new="(dscores if dscores.shape[-1] == dscores.shape[-2] else dscores.swapaxes(-1, -2)) @ q",
        hint="dk is computed with dscores as it stands, which only fits where there are as many queries as keys. A row of "
        "dk belongs to a key, and collects from all queries: which axis of dscores has to be summed over?",
    ),
    Mistake(
        "sdpa_backward/row-sum-missing",
        old=JACOBIAN,
        new="dscores = weights * dweights",
        hint="In the derivative of the softmax a term is missing. A sign of it: adding a number to all scores of a query "
        "changes nothing, so a row of dscores has to sum to 0.",
    ),
    Mistake(
        "sdpa_backward/axis-t",
        old="(dweights * weights).sum(axis=-1, keepdims=True)",
        new="(dweights * weights).sum(axis=-2, keepdims=True)",
        hint="In the derivative of the softmax you sum over the queries. The softmax of a query runs over its keys, and so "
        "does the sum in its derivative.",
    ),
    Mistake(
        "sdpa_backward/dv-ungathered",
        old="dv = weights.swapaxes(-1, -2) @ dout",
        new="dv = weights.mean(axis=-2)[..., None] * dout.sum(axis=-2, keepdims=True)",
        hint="Your dv mixes weights and gradients of different queries. A value receives from each query that query's own "
        "gradient, times the weight that this query gave it.",
    ),
    Mistake(
        "sdpa_forward/scale-s",
        old=SCALE,
        new="scale = 1 / np.sqrt(k.shape[-2])\n    scores",
        hint="You scale by the number of keys. A score is a sum over the FEATURES of a key: it is their number that counts.",
    ),
]
