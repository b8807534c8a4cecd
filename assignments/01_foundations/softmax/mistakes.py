from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "softmax/global-shift",
        old="z.max(axis=axis, keepdims=True)",
        new="z.max()",
        hint="You subtract the greatest score of the whole array. A case whose scores all lie far below it is left with "
        "nothing but zeros, and 0 over 0 is nan. Every case needs its own greatest score.",
    ),
    Mistake(
        "softmax/no-shift",
        old="np.exp((z - z.max(axis=axis, keepdims=True)) / temperature)",
        new="np.exp(z / temperature)",
        hint="Large scores overflow, and infinity over infinity is nan. Take the greatest score off all of them first: that "
        "changes "
        "no probability.",
    ),
    Mistake(
        "softmax/wrong-axis",
        old="return powers / powers.sum(axis=axis, keepdims=True)",
        new="return powers / powers.sum(axis=0, keepdims=True)",
        also=(("z.max(axis=axis, keepdims=True)", "z.max(axis=0, keepdims=True)"),),
        hint="You normalise over the batch, axis 0, whatever `axis` says.",
    ),
    Mistake(
        "softmax/times-temperature",
        old=") / temperature)",
        new=") * temperature)",
        hint="You multiply by the temperature. Scores are divided by it: a high temperature makes all of them alike.",
    ),
    Mistake(
        "softmax/global-sum",
        old="return powers / powers.sum(axis=axis, keepdims=True)",
        new="return powers / powers.sum()",
        hint="One sum for the whole array. Every case has its own: sum along `axis` only, and keep that axis for the division.",
    ),
    Mistake(
        "softmax/temperature-late",
        old=") / temperature)\n    return powers / powers.sum(axis=axis, keepdims=True)",
        new="))\n    powers = powers / temperature\n    return powers / powers.sum(axis=axis, keepdims=True)",
        hint="You divide by the temperature after the exponential. A factor that all entries share falls out of the "
        "division; the scores "
        "have to be divided before.",
    ),
]
