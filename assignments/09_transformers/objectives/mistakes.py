from autograder.suite import Mistake

LAST = "last, total = (context[-1] if len(context) else bos), 0.0"
AR = "ar = ar * prefix / prefix.sum(axis=t, keepdims=True)"
PL = "pl = pl * joint / joint.sum(axis=t, keepdims=True)"
RETURN = "return ar, pl, float(ar.sum()), float(pl.sum())"
BOTH = (
    "def whole(s):\n        return sum(logp[i, j] for i, j in zip([bos, *s], s))\n\n    "
    "first, both, own = whole([*context]), whole([*context, *target]), whole([*target])\n    "
)

MISTAKES = [
    Mistake(
        "objective_totals/divides",
        old=LAST,
        new=BOTH + "return float(both / first) if context else float(both)\n    " + LAST,
        hint="You divide two logarithms. The ratio of two probabilities is the difference of their logarithms.",
    ),
    Mistake(
        "objective_totals/joint",
        old=LAST,
        new=BOTH + "return float(both)\n    " + LAST,
        hint="The context's own probability is in your result. Given the context, only the target's terms are left.",
    ),
    Mistake(
        "objective_totals/subtracts-target",
        old=LAST,
        new=BOTH + "return float(both - own)\n    " + LAST,
        hint="You subtract the logarithm of p(target). What is given is the context.",
    ),
    Mistake(
        "objective_totals/restart",
        old=LAST,
        new="last, total = bos, 0.0",
        hint="The target is scored as if it stood at the beginning, after bos. Its first token follows the last one"
        " of the context.",
    ),
    Mistake(
        "objective_totals/bos-lost",
        old=LAST,
        new="if not len(context):\n        context, target = target[:1], target[1:]\n    " + LAST,
        hint="With an empty context the first token of the target is not counted. It follows bos.",
    ),
    Mistake(
        "objective_totals/marginals",
        old=AR,
        new="ar = ar * joint.sum(axis=tuple(s for s in range(joint.ndim) if s != t), keepdims=True)",
        hint="Your ar is a product of marginals p(x_t), as if the tokens were independent. Each is conditioned on "
        "those before it.",
    ),
    Mistake(
        "objective_totals/normalised-pl",
        old=RETURN,
        new="pl = pl / pl.sum()\n    " + RETURN,
        hint="You make pl sum to 1. The point is that it does not: a product of conditionals on all others is no distribution.",
    ),
    Mistake(
        "objective_totals/prefix-pl",
        old=PL,
        new="pl = pl * prefix / prefix.sum(axis=t, keepdims=True)",
        hint="Your pl conditions on the tokens before t only, and so equals ar. It conditions on all others, the "
        "later ones included.",
    ),
    Mistake(
        "objective_totals/neighbours",
        old=PL,
        new="far = tuple(s for s in range(joint.ndim) if abs(s - t) > 1)\n"
        "        near = joint.sum(axis=far, keepdims=True)\n        pl = pl * near / near.sum(axis=t, keepdims=True)",
        hint="Your pl conditions on the two neighbours only. All other tokens are given.",
    ),
    Mistake(
        "objective_totals/mean-log",
        old=RETURN,
        new="pl = pl ** (1 / joint.ndim)\n    " + RETURN,
        hint="You return the geometric mean of the conditionals. Here it is their product.",
    ),
    Mistake(
        "objective_totals/anything",
        old="    if np.any(joint <= 0) or not np.isclose(joint.sum(), 1.0):\n"
        '        raise ValueError("joint: a distribution with positive entries that sum to 1 is needed")\n',
        new="",
        hint="What is no distribution is accepted. The statement asks for a ValueError.",
    ),
]
