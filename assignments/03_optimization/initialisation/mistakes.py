from autograder.suite import Mistake

AVG = 'variance = 2 / (n_in + n_out) if mode == "avg" else 1 / n_in'
XAVIER = "    return _draw_weights(shape, variance, rng, dist)"
KAIMING = "return _draw_weights(shape, gain2 / n_in, rng, dist)"
BOUND = "bound = np.sqrt(3 * variance)"

MISTAKES = [
    Mistake(
        "kaiming_init/xavier-std-as-variance",
        old=XAVIER,
        new="    return _draw_weights(shape, variance**2, rng, dist)",
        hint="xavier_init takes the variance for the standard deviation. The root is missing.",
    ),
    Mistake(
        "kaiming_init/xavier-bound-three",
        old=XAVIER,
        new='    return _draw_weights(shape, variance / 2 if dist == "uniform" else variance, rng, dist)',
        hint="xavier_init's uniform weights fill a range that is too narrow: the bound is the root of 6 / (D_in + D_out), "
        "not of 3 over it.",
    ),
    Mistake(
        "kaiming_init/xavier-fan-in-only",
        old=AVG,
        new='variance = 2 / n_in if mode == "avg" else 1 / n_in',
        hint='xavier_init looks at the inputs only. Mode "avg" takes the mean of inputs and outputs.',
    ),
    Mistake(
        "kaiming_init/xavier-one-sided",
        old=XAVIER,
        new='    W = _draw_weights(shape, variance, rng, dist)\n    return np.abs(W) if dist == "uniform" else W',
        hint="xavier_init's uniform weights are all positive. The range is from -a to a.",
    ),
    Mistake(
        "kaiming_init/xavier-alpha-two",
        old=XAVIER,
        new="    return _draw_weights(shape, 2 * variance, rng, dist)",
        hint="xavier_init has the variance doubled. The factor 2 for ReLU belongs to Kaiming's weights.",
    ),
    Mistake(
        "kaiming_init/fan-out",
        old="n_in, _ = _fans(shape)",
        new="_, n_in = shape",
        hint="kaiming_init divides by the number of outputs. A sum over the inputs grows with the number of inputs.",
    ),
    Mistake(
        "kaiming_init/std-as-variance",
        old=KAIMING,
        new="return _draw_weights(shape, (gain2 / n_in) ** 2, rng, dist)",
        hint="kaiming_init takes the variance for the standard deviation. The root is missing.",
    ),
    Mistake(
        "kaiming_init/gain-one",
        old=KAIMING,
        new="return _draw_weights(shape, gain2 / 2 / n_in, rng, dist)",
        hint="kaiming_init has half of the variance that is asked for. ReLU would halve the signal in every layer.",
    ),
    Mistake(
        "kaiming_init/mean-fan",
        old="    n_in, _ = _fans(shape)\n",
        new="    n_in = (shape[0] + shape[1]) / 2\n",
        hint="kaiming_init takes the mean of inputs and outputs. Kaiming's rule looks at the inputs alone.",
    ),
    Mistake(
        "kaiming_init/halved-range",
        old=KAIMING,
        new='return _draw_weights(shape, gain2 / n_in / (3 if dist == "uniform" else 1), rng, dist)',
        hint="kaiming_init's uniform weights fill a range that is too narrow. A uniform distribution from -a to a has the "
        "variance a^2 / 3, not a^2.",
    ),
    Mistake(
        "orthogonal_init/no-sign",
        old="    q = q * np.sign(np.diag(r))\n",
        new="",
        hint="The signs that the QR routine has chosen are still there, so some matrices never occur. Use the signs of R's "
        "diagonal.",
    ),
    Mistake(
        "orthogonal_init/svd-scale",
        old="    q = q * np.sign(np.diag(r))\n",
        new="    q = tall / np.sqrt(len(tall))\n",
        hint="The columns of your matrix are only roughly orthogonal. Scaling a random matrix is not enough: take Q of its "
        "decomposition.",
    ),
    Mistake(
        "orthogonal_init/wide-fail",
        old="tall = rng.normal(size=(max(n_in, n_out), min(n_in, n_out)))",
        new="tall = rng.normal(size=(n_in, n_out))",
        also=(("(q if n_in >= n_out else q.T)", "(q if n_in >= n_out else np.hstack([q, q])[:, :n_out])"),),
        hint="For a wide matrix the rows are not orthonormal. Decompose a tall one and transpose.",
    ),
    Mistake(
        "orthogonal_init/gain-squared",
        old="return gain * (",
        new="return gain**2 * (",
        hint="The gain is squared. It multiplies W once; it is W^T W that has its square.",
    ),
]
