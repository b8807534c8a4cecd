from autograder.suite import Mistake

STACK = "return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(T, d)"
ANGLES = "angles = np.arange(T)[:, None] * _frequencies(d, base)"
BLOCK = "M[first, first], M[first, first + 1] = cos, sin"
BELOW = "M[first + 1, first], M[first + 1, first + 1] = -sin, cos"
TURN = "angles = k * _frequencies(d, base)"

MISTAKES = [
    Mistake(
        "sinusoidal_pe/halves",
        old=STACK,
        new="return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)",
        hint="All sines come first and then all cosines. Here they alternate: column 2i is the sine and column 2i +"
        " 1 the cosine of "
        "the same angle.",
    ),
    Mistake(
        "sinusoidal_pe/exponent-i",
        old=ANGLES,
        new="angles = np.arange(T)[:, None] * base ** (-np.arange(d // 2) / d)",
        hint="The frequencies fall too slowly. Pair i has the exponent -2i/d, with i counting pairs: the slowest "
        "pair is near 1/base.",
    ),
    Mistake(
        "sinusoidal_pe/odd-exponent",
        old=STACK,
        new="other = np.arange(T)[:, None] * base ** (-np.arange(1, d, 2) / d)\n"
        "    return np.stack([np.sin(angles), np.cos(other)], axis=-1).reshape(T, d)",
        hint="The cosine has another frequency than its sine. Both columns of a pair share one: the exponent is -2i/d in both.",
    ),
    Mistake(
        "sinusoidal_pe/from-one",
        old=ANGLES,
        new="angles = np.arange(1, T + 1)[:, None] * _frequencies(d, base)",
        hint="Your positions start at 1. The first row belongs to position 0, and is 0, 1, 0, 1, ...",
    ),
    Mistake(
        "sinusoidal_pe/swapped",
        old=STACK,
        new="return np.stack([np.cos(angles), np.sin(angles)], axis=-1).reshape(T, d)",
        hint="Sine and cosine have changed places: the sine stands in the even columns, beginning with column 0.",
    ),
    Mistake(
        "sinusoidal_pe/base-ten",
        old="def sinusoidal_pe(T: int, d: int, base: float = 10000.0)",
        new="def sinusoidal_pe(T: int, d: int, base: float = 10.0)",
        hint="The base is ten, not ten thousand. (Some texts print 10.000, with a point between the thousands.)",
    ),
    Mistake(
        "sinusoidal_pe/base-ignored",
        old=ANGLES,
        new="angles = np.arange(T)[:, None] * _frequencies(d, 10000.0)",
        hint="The argument base has no effect on your table.",
    ),
    Mistake(
        "sinusoidal_pe/sign",
        old=BLOCK,
        new="M[first, first], M[first, first + 1] = cos, -sin",
        also=((BELOW, "M[first + 1, first], M[first + 1, first + 1] = sin, cos"),),
        hint="Your matrix goes backwards: it takes position p to p - k. Mind that a pair is (sine, cosine), in this order.",
    ),
    Mistake(
        "sinusoidal_pe/matrix-halves",
        old=BLOCK,
        new="half = d // 2\n    first = np.arange(half)\n    M[first, first], M[first, first + half] = cos, sin",
        also=((BELOW, "M[first + half, first], M[first + half, first + half] = -sin, cos"),),
        hint="Your matrix fits a table in which all sines come first. Here the sine and the cosine of a pair are "
        "neighbours, so the "
        "blocks lie on the diagonal.",
    ),
    Mistake(
        "sinusoidal_pe/frequency-order",
        old=TURN,
        new="angles = k * _frequencies(d, base)[::-1]",
        hint="The blocks of your matrix come in the opposite order: the fastest pair is the first.",
    ),
    Mistake(
        "sinusoidal_pe/no-frequency",
        old=TURN,
        new="angles = k * np.ones(d // 2)\n    _frequencies(d, base)",
        hint="Your matrix turns every pair by the same angle k. Pair i turns by k times its own frequency.",
    ),
]
