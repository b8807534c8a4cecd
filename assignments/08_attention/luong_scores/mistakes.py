from autograder.suite import Mistake

DOT = 'return np.einsum("nd,ntd->nt", s, h)'
GENERAL = 'return np.einsum("nd,ntd->nt", s @ w, h)'

MISTAKES = [
    Mistake(
        "luong_scores/scaled",
        old=DOT,
        new='return np.einsum("nd,ntd->nt", s, h) / np.sqrt(s.shape[1])',
        also=((GENERAL, 'return np.einsum("nd,ntd->nt", s @ w, h) / np.sqrt(h.shape[2])'),),
        hint="Your scores are divided by the root of the width. That comes with scaled dot-product attention; these scores "
        "are plain products.",
    ),
    Mistake(
        "luong_scores/w-transposed",
        old=GENERAL,
        new='return np.einsum("nd,ntd->nt", s @ (w.T if w.shape[0] == w.shape[1] else w), h)',
        hint="Your matrix is transposed, which shows only where it is not square or not symmetric: its rows belong to the "
        "state, its columns to the memories.",
    ),
    Mistake(
        "luong_scores/concat-order",
        old="np.concatenate([repeated, h], axis=2)",
        new="np.concatenate([h, repeated], axis=2)",
        hint="In concat you put the memory before the state. The first rows of W belong to the state.",
    ),
    Mistake(
        "luong_scores/cosine",
        old=DOT,
        new="lengths = np.linalg.norm(s, axis=1)[:, None] * np.linalg.norm(h, axis=2)\n"
        '        return np.einsum("nd,ntd->nt", s, h) / np.where(lengths == 0, 1.0, lengths)',
        hint="You divide by the lengths of the two vectors. That is their cosine; the dot score keeps the lengths, so that "
        "a longer memory can count more.",
    ),
    Mistake(
        "luong_scores/no-tanh",
        old="return np.tanh(joined @ w) @ v",
        new="return joined @ w @ v",
        hint="In concat the tanh is missing. Without it the two matrices are one, and the state adds the same number to "
        "every position's score: it could not choose.",
    ),
    Mistake(
        "luong_scores/tanh-outside",
        old="return np.tanh(joined @ w) @ v",
        new="return np.tanh(joined @ w @ v)",
        hint="In concat the tanh acts on the finished score. It belongs to the hidden layer, before the product with v.",
    ),
    Mistake(
        "luong_scores/unknown-kind",
        old='    raise ValueError(f"no such kind of score: {kind!r}")',
        new='    return np.einsum("nd,ntd->nt", s, h)',
        hint="A kind that does not exist is taken for another one. Whoever misspells it should learn of it: raise a "
        "ValueError.",
    ),
]
