from autograder.suite import Mistake

ZSCORE = "shift, scale = train.mean(axis=axes, keepdims=True), train.std(axis=axes, keepdims=True)"
AXES = "axes = (0,) if train.ndim == 2 else (0, 2, 3)"
RETURN = "return (train - shift) / scale, [(part - shift) / scale for part in others]"

MISTAKES = [
    Mistake(
        "normalize_splits/leak",
        old="    " + AXES,
        new="    " + AXES + "\n    own, train = train, np.concatenate([train, *others])",
        also=((RETURN, "return (own - shift) / scale, [(part - shift) / scale for part in others]"),),
        hint="Your statistics are those of all rows. Test rows must not have a say in how training rows are transformed: "
        "that leaks.",
    ),
    Mistake(
        "normalize_splits/per-split",
        old=RETURN,
        new="return (train - shift) / scale, [normalize_splits(part, [], kind)[0] for part in others]",
        hint="Every part is transformed with its own statistics. The same number then means different things in training "
        "and in test.",
    ),
    Mistake(
        "normalize_splits/variance",
        old=ZSCORE,
        new=ZSCORE.replace("std", "var"),
        hint="You divide by the variance. The standard deviation is its square root.",
    ),
    Mistake(
        "normalize_splits/per-sample",
        old=AXES,
        new="axes = (1,) if train.ndim == 2 else (1, 2, 3)",
        also=((RETURN, "return (train - shift) / scale, [normalize_splits(part, [], kind)[0] for part in others]"),),
        hint="You normalise every sample by itself. Shift and scale belong to a feature, over all training samples.",
    ),
    Mistake(
        "normalize_splits/std-average",
        old=ZSCORE,
        new="shift = train.mean(axis=axes, keepdims=True)\n"
        "        scale = train.std(axis=axes, keepdims=True) if train.ndim == 2 else "
        "train.std(axis=(2, 3), keepdims=True).mean(axis=0, keepdims=True)",
        hint="For images you average the standard deviations of single images. That misses how much images differ from each "
        "other: take the deviation "
        "over all samples and positions at once.",
    ),
    Mistake(
        "normalize_splits/ddof-one",
        old=ZSCORE,
        new=ZSCORE.replace("train.std(axis=axes, keepdims=True)", "train.std(axis=axes, keepdims=True, ddof=1)"),
        hint="Your standard deviation divides by N - 1. Here it is the biased one, with 1/N.",
    ),
    Mistake(
        "normalize_splits/std-zero",
        old="np.where(low == high, 1.0, scale)",
        new="np.where(scale == 0, 1.0, scale)",
        hint="Rounding can give a constant feature a standard deviation of 1e-17, and you divide by it. Ask whether its "
        "smallest and its largest value are equal.",
    ),
]
