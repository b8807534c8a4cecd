from autograder.suite import Mistake

CAUSAL = "return np.arange(s) <= places"
REAL = "real = np.arange(s) < np.asarray(lengths)[:, None]"
AXES = "return real[:, None, None, :]"

MISTAKES = [
    Mistake(
        "causal_mask/strict",
        old=CAUSAL,
        new="return np.arange(s) < places",
        hint="In your mask a query does not see its own place. Then the first one sees nothing at all, and its softmax has "
        "nothing to share out. The diagonal is visible (two of the lecture notes say otherwise).",
    ),
    Mistake(
        "causal_mask/transposed",
        old=CAUSAL,
        new="return np.arange(s) >= places",
        hint="Your triangle is the upper one: each query sees itself and the future. Rows are queries, columns are keys.",
    ),
    Mistake(
        "causal_mask/no-offset",
        old="places = np.arange(t)[:, None] + (s - t)",
        new="places = np.arange(t)[:, None]",
        hint="With more keys than queries your first query stands at the first key. The queries are the newest tokens: the "
        "last of them stands at the last key.",
    ),
    Mistake(
        "causal_mask/float",
        old=CAUSAL,
        new="return np.where(np.arange(s) <= places, 1.0, -np.inf)",
        hint="Your mask has numbers in it. Here a mask is boolean, True = may attend; what becomes of it is the softmax's "
        "business.",
    ),
    Mistake(
        "causal_mask/inverted",
        old=CAUSAL,
        new="return np.arange(s) > places",
        hint="Your mask is True where a query must NOT look. In this course True means may attend.",
    ),
    Mistake(
        "padding_mask/query-rows",
        old=AXES,
        new="return real[:, None, :, None]",
        hint="Your mask hides queries: the sequence runs along the third axis, (B, 1, S, 1). Nobody is to look AT the "
        "filling, so it is keys that are hidden.",
    ),
    Mistake(
        "padding_mask/inverted",
        old=REAL,
        new="real = np.arange(s) >= np.asarray(lengths)[:, None]",
        hint="Your mask is True at the filling. True means may attend.",
    ),
    Mistake(
        "padding_mask/off-by-one",
        old=REAL,
        new="real = np.arange(s) <= np.asarray(lengths)[:, None]",
        hint="One position too many is visible in each sequence: with a length of n, the last token stands at n - 1.",
    ),
    Mistake(
        "padding_mask/head-axis",
        old=AXES,
        new="return real[:, :, None, None]",
        hint="The sequence runs along the axis of the heads, (B, S, 1, 1). Scores are (B, heads, queries, keys): it is "
        "keys that are hidden.",
    ),
]
