from autograder.suite import Mistake

FREQUENCIES = "frequencies = base ** (-np.arange(0, x.shape[-1], 2) / x.shape[-1])"
ANGLES = "angles = np.asarray(positions)[:, None] * frequencies"
HALVES = "even, odd = x[..., 0::2], x[..., 1::2]"
WOVEN = "return np.stack([even * cos - odd * sin, even * sin + odd * cos], axis=-1).reshape(x.shape)"

MISTAKES = [
    Mistake(
        "rope_apply/half-layout",
        old=HALVES,
        new="even, odd = np.split(x, 2, axis=-1)",
        also=((WOVEN, "return np.concatenate([even * cos - odd * sin, even * sin + odd * cos], axis=-1)"),),
        hint="You pair feature i with feature i + D/2, as some libraries do. In this exercise feature 2i goes with "
        "feature 2i + 1.",
    ),
    Mistake(
        "rope_apply/sign",
        old=ANGLES,
        new="angles = -np.asarray(positions)[:, None] * frequencies",
        hint="Your vectors turn the other way. (1, 0) becomes (cos a, sin a).",
    ),
    Mistake(
        "rope_apply/same-frequency",
        old=FREQUENCIES,
        new="frequencies = np.ones(x.shape[-1] // 2)",
        hint="All pairs turn with the same frequency. Pair i has base^(-2i/D): the first turns fast, the last hardly at all.",
    ),
    Mistake(
        "rope_apply/index-position",
        old=ANGLES,
        new="angles = np.arange(x.shape[-2])[:, None] * frequencies",
        hint="You count the tokens yourself. Their positions are handed over, and need not start at 0.",
    ),
    Mistake(
        "rope_apply/added",
        old=WOVEN,
        new="return np.stack([even + sin, odd + cos], axis=-1).reshape(x.shape)",
        hint="You add sines and cosines to the features, as with sinusoids. Rotary positions turn the features.",
    ),
    Mistake(
        "rope_apply/not-woven",
        old=WOVEN,
        new="return np.concatenate([even * cos - odd * sin, even * sin + odd * cos], axis=-1)",
        hint="The turned features are right, but they come in another order: first all even ones, then all odd "
        "ones. Each goes back to its place.",
    ),
    Mistake(
        "rope_apply/no-minus",
        old="even * cos - odd * sin",
        new="even * cos + odd * sin",
        hint="That is no rotation: lengths change. One of the four terms has a minus.",
    ),
    Mistake(
        "rope_apply/exponent-i",
        old=FREQUENCIES,
        new="frequencies = base ** (-np.arange(x.shape[-1] // 2) / x.shape[-1])",
        hint="The frequencies fall too slowly: the exponent of pair i is -2i/D.",
    ),
    Mistake(
        "rope_apply/stretched",
        old="    if np.shape(positions) != (x.shape[-2],):\n"
        '        raise ValueError(f"positions: {np.shape(positions)} does not fit {x.shape[-2]} tokens")\n',
        new="",
        hint="A single position is accepted for several tokens: numpy stretches it without a word. The statement "
        "asks for one for each token.",
    ),
]
