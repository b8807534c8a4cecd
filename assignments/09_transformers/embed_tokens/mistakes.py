from autograder.suite import Mistake

SUM = "return factor * E[ids] + pe[: ids.shape[1]]"
FACTOR = "factor = np.sqrt(E.shape[1]) if scale else 1.0"
THREE = "return Etok[ids] + Eseg[segments] + Epos[: ids.shape[1]]"

MISTAKES = [
    Mistake(
        "embed_tokens/scale-after",
        old=SUM,
        new="return factor * (E[ids] + pe[: ids.shape[1]])",
        hint="The positions are multiplied by the root as well. It belongs to the tokens alone: it makes them as "
        "large as the positions.",
    ),
    Mistake(
        "embed_tokens/divided",
        old=FACTOR,
        new="factor = 1 / np.sqrt(E.shape[1]) if scale else 1.0",
        hint="You divide by the root of d. That belongs to the scores of attention; here the tokens are multiplied by it.",
    ),
    Mistake(
        "embed_tokens/batch-axis",
        old=SUM,
        new="return factor * E[ids] + (pe[: len(ids), None] if len(ids) == ids.shape[1] else pe[: ids.shape[1]])",
        hint="The positions run along the batch: each sequence has a vector of its own. They run along the tokens "
        "of a sequence.",
    ),
    Mistake(
        "embed_tokens/concatenated",
        old=SUM,
        new="rows = factor * E[ids]\n"
        "    return np.concatenate([rows, np.broadcast_to(pe[: ids.shape[1]], rows.shape)], axis=-1)",
        hint="Tokens and positions stand side by side. They are added, so that the width stays d.",
    ),
    Mistake(
        "embed_tokens/no-scale",
        old=FACTOR,
        new="factor = 1.0",
        hint="The factor sqrt(d) is missing.",
    ),
    Mistake(
        "embed_tokens/rows-counted",
        old=FACTOR,
        new="factor = np.sqrt(len(E)) if scale else 1.0",
        hint="Your factor is the root of the number of tokens in the table. It is the root of the number of features, d.",
    ),
    Mistake(
        "embed_tokens/position-by-token",
        old=THREE,
        new="return Etok[ids] + Eseg[segments] + Epos[ids % len(Epos)]",
        hint="The row of the position table is looked up by the token. It is looked up by the column: 0 for the "
        "first token of a row, and so on.",
    ),
    Mistake(
        "embed_tokens/no-segment",
        old=THREE,
        new="return Etok[ids] + Epos[: ids.shape[1]]",
        hint="The segments have no influence: their table is missing from the sum.",
    ),
    Mistake(
        "embed_tokens/mean",
        old=THREE,
        new="return (Etok[ids] + Eseg[segments] + Epos[: ids.shape[1]]) / 3",
        hint="You take the mean of the three rows. They are added.",
    ),
    Mistake(
        "embed_tokens/bert-scaled",
        old=THREE,
        new="return np.sqrt(Etok.shape[1]) * Etok[ids] + Eseg[segments] + Epos[: ids.shape[1]]",
        hint="BERT adds its three tables as they are: no factor sqrt(d).",
    ),
    Mistake(
        "embed_tokens/negative-wrap",
        old="_check(ids, E, pe)",
        new="_check(np.maximum(ids, 0), E, pe)",
        hint="A negative token number is accepted: numpy counts it from the end of the table. It is a mistake of "
        "whoever made the ids, and should be refused.",
    ),
]
