from autograder.suite import Mistake

RMS = "rms = np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)"
DX = "dx = (g - through_rms) / rms"

MISTAKES = [
    Mistake(
        "rmsnorm/centred",
        old=RMS,
        new="x = x - x.mean(axis=-1, keepdims=True)\n    " + RMS,
        hint="You subtract the mean first. That is layer normalisation; the RMS kind leaves the mean where it is, and "
        "saves that "
        "step.",
    ),
    Mistake(
        "rmsnorm/eps-outside",
        old=RMS,
        new="rms = np.sqrt((x**2).mean(axis=-1, keepdims=True)) + eps",
        hint="eps is added to the root. It belongs under it, to the mean square; the two differ for small vectors.",
    ),
    Mistake(
        "rmsnorm/sum",
        old="(x**2).mean(axis=-1, keepdims=True)",
        new="(x**2).sum(axis=-1, keepdims=True)",
        hint="You divide by the length of the vector: the squares are added up, not averaged. Then wider layers have "
        "smaller outputs.",
    ),
    Mistake(
        "rmsnorm/batch-axis",
        old="(x**2).mean(axis=-1, keepdims=True)",
        new="(x**2).mean(axis=0, keepdims=True)",
        hint="Your mean square runs over the first axis, so vectors of a batch depend on each other. Each vector has its "
        "own, over "
        "its features.",
    ),
    Mistake(
        "rmsnorm/gamma-missing",
        old="out = gamma * x_hat",
        new="out = 1 * x_hat",
        hint="Your output does not depend on gamma.",
    ),
    Mistake(
        "rmsnorm/mean-path",
        old=DX,
        new="dx = (g - g.mean(axis=-1, keepdims=True) - through_rms) / rms",
        hint="Your dx has a path through the mean, as in layer normalisation. Here no mean is subtracted, so there is no "
        "such path.",
    ),
    Mistake(
        "rmsnorm/constant-rms",
        old=DX,
        new="dx = g / rms",
        hint="Your dx treats the root mean square as a constant. It is computed from x, so a second path leads through it.",
    ),
    Mistake(
        "rmsnorm/gamma-late",
        old="g = gamma * dout",
        new="g = dout",
        also=((DX, "dx = gamma * (g - through_rms) / rms"),),
        hint="gamma multiplies your dx at the very end. The mean inside dx runs over the features, and each feature has "
        "its own gamma: "
        "it has to be in before the mean is taken.",
    ),
    Mistake(
        "rmsnorm/lead-axis",
        old="axis=tuple(range(dout.ndim - 1))",
        new="axis=0",
        hint="dgamma is summed over the first axis only. gamma is shared over every axis but the last.",
    ),
]
