from autograder.suite import Mistake

APPLY = "h = known[act if layer < len(params) - 1 else out_act](z)"
COUNT = "return sum(m * (n + bias) for n, m in pairwise(widths))"

MISTAKES = [
    Mistake(
        "mlp_forward/act-on-output",
        old=APPLY,
        new="h = known[act](z)\n        if layer == len(params) - 1:\n            h = known[out_act](h)",
        hint="The hidden activation is applied to the last layer as well. Behind the last layer there is `out_act` alone.",
    ),
    Mistake(
        "mlp_forward/act-missing",
        old=APPLY,
        new="h = known[act if 0 < layer < len(params) - 1 else out_act if layer == len(params) - 1 else 'identity'](z)",
        hint="There is no activation between your first two layers, so they are one linear layer.",
    ),
    Mistake(
        "mlp_forward/cache-overwritten",
        old="        cache.append((h, z))\n        " + APPLY,
        new="        before = h\n        " + APPLY + "\n        cache.append((before, h))",
        hint="Your cache has the activated values where z should be. The slope of an activation is taken at z.",
    ),
    Mistake(
        "mlp_forward/bias-axis",
        old="z = h @ W + b",
        new="z = h @ W + (b[:, None] if len(h) == len(b) else b)",
        hint="With as many samples as units, your bias is added to rows. Entry m of b belongs to column m.",
    ),
    Mistake(
        "mlp_forward/input-act",
        old="h, cache = X, []",
        new="h, cache = known[act](X), []",
        hint="You apply the activation to the input X. The first thing that happens to X is the first layer.",
    ),
    Mistake(
        "mlp_forward/no-bias",
        old=COUNT,
        new="return sum(m * n for n, m in pairwise(widths))",
        hint="Biases are not counted: every unit behind the input has one.",
    ),
    Mistake(
        "mlp_forward/input-bias",
        old=COUNT,
        new="return sum(m * n for n, m in pairwise(widths)) + bias * sum(widths)",
        hint="You count biases for the inputs, too. Inputs are given; only units that compute something have a bias.",
    ),
    Mistake(
        "mlp_forward/off-by-one",
        old=COUNT,
        new="return sum(m * (n + bias) for n, m in pairwise(widths[:-1]))",
        hint="The last layer is not counted.",
    ),
    Mistake(
        "mlp_forward/one-bias",
        old=COUNT,
        new="return sum(m * n + bias for n, m in pairwise(widths))",
        hint="You count one bias for each layer. Each unit of a layer has its own.",
    ),
]
