from autograder.suite import Mistake

TURNS = "angles = t[:, None] / 10000.0 ** (2 * k / dim)"
PAIRS = "return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(t), dim)"
BLOCKS = "angles = t[:, None] * 10000.0 ** (-k / (half - 1))"
CONCAT = "return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)"

MISTAKES = [
    Mistake(
        "time_embedding/half-not-minus-one",
        old=BLOCKS,
        new="angles = t[:, None] * 10000.0 ** (-k / half)",
        hint='In the layout "concat" your slowest frequency is not 1/10000. It is to be reached by the last of the half '
        "frequencies, so count the gaps between them, not the frequencies.",
    ),
    Mistake(
        "time_embedding/layouts-mixed",
        old=BLOCKS + "\n        " + CONCAT,
        new=TURNS + "\n        " + PAIRS,
        hint="Your two layouts are one and the same. They differ in the order of the columns and in the frequencies.",
    ),
    Mistake(
        "time_embedding/cos-first",
        old=CONCAT,
        new="return np.concatenate([np.cos(angles), np.sin(angles)], axis=1)",
        hint='In the layout "concat" your cosines stand before the sines.',
    ),
    Mistake(
        "time_embedding/cos-first-in-pairs",
        old=PAIRS,
        new="return np.stack([np.cos(angles), np.sin(angles)], axis=2).reshape(len(t), dim)",
        hint='In the layout "interleaved" your cosines stand in the even columns. The sine is the first of a pair.',
    ),
    Mistake(
        "time_embedding/odd-exponent",
        old=PAIRS,
        new="cosines = np.cos(t[:, None] / 10000.0 ** ((2 * k + 1) / dim))\n"
        "        return np.stack([np.sin(angles), cosines], axis=2).reshape(len(t), dim)",
        hint="The cosine of a pair has another frequency than its sine: you use the number of the column as the exponent. "
        "Both columns of a pair share one frequency.",
    ),
    Mistake(
        "time_embedding/single-exponent",
        old=TURNS,
        new="angles = t[:, None] / 10000.0 ** (k / dim)",
        hint='In the layout "interleaved" your frequencies fall too slowly: the exponent of pair k is 2k/dim.',
    ),
    Mistake(
        "time_embedding/any-layout",
        old="""    if layout == "concat":
        angles = t[:, None] * 10000.0 ** (-k / (half - 1))
        return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    raise ValueError(f"no layout {layout!r}: interleaved or concat")""",
        new="""    angles = t[:, None] * 10000.0 ** (-k / (half - 1))
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)""",
        hint="A layout that does not exist is taken for one that does. A typing error should be told, not trained with.",
    ),
    Mistake(
        "time_embedding/single-precision",
        old="    half = dim // 2\n",
        new="    t = t.astype(np.float32)\n    half = dim // 2\n",
        also=(
            ("k = np.arange(half)\n", "k = np.arange(half, dtype=np.float32)\n"),
            (BLOCKS, "angles = t[:, None] * np.float32(10000.0) ** (-k / np.float32(half - 1))"),
            (TURNS, "angles = t[:, None] / np.float32(10000.0) ** (2 * k / np.float32(dim))"),
        ),
        hint="You compute in single precision. For a step of about a thousand only four digits of the sine are left: the "
        "result is float64.",
    ),
]
