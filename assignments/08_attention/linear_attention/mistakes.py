from autograder.suite import Mistake

FULL = "return q @ (k.T @ v) / (q @ k.sum(axis=0))[:, None]"
FEATURES = "np.where(x > 0, x + 1, np.exp(np.minimum(x, 0)))"

MISTAKES = [
    Mistake(
        "linear_attention/unnormalised",
        old=FULL,
        new="return q @ (k.T @ v)",
        also=(("out[t] = q[t] @ summed / (q[t] @ norm)", "out[t] = q[t] @ summed"),),
        hint="Your weights do not sum to 1: the denominator is missing. The softmax divides by itself, so to speak; here you "
        "have to divide by the sum of the products of features.",
    ),
    Mistake(
        "linear_attention/elu-only",
        old=FEATURES,
        new="np.where(x > 0, x, np.exp(np.minimum(x, 0)) - 1)",
        hint="Your features are elu(x) without the 1 added. They can be negative, and so can the weights.",
    ),
    Mistake(
        "linear_attention/relu",
        old=FEATURES,
        new="np.maximum(x, 0)",
        hint="Your features are 0 for negative entries. Those of elu(x) + 1 are small but positive, so that no key is lost.",
    ),
    Mistake(
        "linear_attention/exp",
        old=FEATURES,
        new="np.exp(x)",
        hint="Your features are exponentials everywhere. Above 0 they should grow like x + 1.",
    ),
    Mistake(
        "linear_attention/softmax-features",
        old=FEATURES,
        new="np.exp(x - np.log(np.exp(x).sum(axis=1, keepdims=True)))",
        hint="Your features are a softmax over the entries of each query and key. Here phi is applied entry by entry.",
    ),
    Mistake(
        "linear_attention/causal-strict",
        old="        summed = summed + np.outer(k[t], v[t])\n        norm = norm + k[t]\n"
        "        out[t] = q[t] @ summed / (q[t] @ norm)\n",
        new="        out[t] = q[t] @ summed / (q[t] @ norm) if t else 0.0\n"
        "        summed = summed + np.outer(k[t], v[t])\n        norm = norm + k[t]\n",
        hint="A causal query does not see its own key: you add key and value to the sums after they are read.",
    ),
    Mistake(
        "linear_attention/causal-ignored",
        old="if not causal:",
        new="if True:",
        hint="With causal=True your queries see the future: the sums run over all keys for every query.",
    ),
    Mistake(
        "linear_attention/norm-of-all",
        old="norm = norm + k[t]",
        new="norm = k.sum(axis=0)",
        hint="The causal sum in the denominator runs over all keys, that in the numerator over those seen so far. Both "
        "have to grow together.",
    ),
    Mistake(
        "linear_attention/scaled",
        old="for x in (q, k))",
        new="for x in (q / np.sqrt(q.shape[1]), k))",
        hint="You divide the queries by the root of D before phi. This attention has no softmax that could "
        "saturate, and no scale.",
    ),
]
