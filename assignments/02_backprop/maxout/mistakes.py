from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "maxout/all-pieces",
        old="dpieces = dout * won",
        new="dpieces = dout * np.ones_like(won)",
        hint="You send the gradient to all pieces. Moving a piece that is not the greatest does not change the output.",
    ),
    Mistake(
        "maxout/weight-max",
        old='pieces = np.einsum("nd,kdm->knm", x, w) + b[:, None, :]',
        new='pieces = np.einsum("nd,kdm->knm", x, w.max(axis=0) + 0 * w) + b[:, None, :]',
        hint="You take the greatest of the weights. The maximum is over the K results, x @ w[k] + b[k], and which one is "
        "greatest depends on the sample.",
    ),
    Mistake(
        "maxout/db-unmasked",
        old="db = dpieces.sum(axis=1)",
        new="db = np.tile(dout.sum(axis=0), (len(w), 1))",
        hint="The biases of all pieces get the gradient. A bias counts only where its piece is the greatest, like the weights.",
    ),
    Mistake(
        "maxout/dx-first",
        old='dx = np.einsum("knm,kdm->nd", dpieces, w)',
        new='dx = np.einsum("knm,dm->nd", dpieces, w[0])',
        hint="On the way back to x you use the weights of the first piece for every unit. x went through the weights of "
        "the piece that was the greatest.",
    ),
    Mistake(
        "maxout/ties-shared",
        old="won = winner == np.arange(len(w))[:, None, None]",
        new="won = winner",
        also=(("cache = (x, w, winner)", "cache = (x, w, pieces == out)"),),
        hint="Where two pieces are equal, both get the whole gradient. It goes to one of them, that with the lowest k.",
    ),
    Mistake(
        "maxout/averaged",
        old="db = dpieces.sum(axis=1)",
        new="db = dpieces.mean(axis=1)",
        hint="The bias gradient is averaged over the batch. One bias serves all samples, so what they contribute adds up.",
    ),
]
