from autograder.suite import Mistake

ONES = "A = np.column_stack([X, np.ones(len(X))])"
LOOP = """    for X, Y in chunks:
        if len(X) != len(Y):
            raise ValueError("chunks has an X and a Y with different numbers of rows")
        A = np.column_stack([X, np.ones(len(X))])
        gram = A.T @ A if gram is None else gram + A.T @ A
        cross = A.T @ Y if cross is None else cross + A.T @ Y
"""
SOLVE = """    if gram is None:
        raise ValueError("chunks is empty")
    if np.linalg.matrix_rank(gram) < len(gram):
        raise ValueError("chunks has too few independent rows to determine W and b")
    V = np.linalg.solve(gram, cross)
"""
END = """    V = np.linalg.solve(gram, cross)
    return V[:-1], V[-1]"""

MISTAKES = [
    Mistake(
        "linear_regression_fit/two-passes",
        old=LOOP,
        new="""    gram = sum(np.c_[X, np.ones(len(X))].T @ np.c_[X, np.ones(len(X))] for X, _ in chunks)
    cross = sum(np.c_[X, np.ones(len(X))].T @ Y for X, Y in chunks)
    if np.ndim(gram) == 0:
        gram = None
""",
        hint="You go through the chunks twice. Chunks from a generator are used up the second time: add up both sides "
        "in one loop.",
    ),
    Mistake(
        "linear_regression_fit/no-bias",
        old=ONES,
        new="A = np.asarray(X)",
        also=((END, "    V = np.linalg.solve(gram, cross)\n    return V, np.zeros(V.shape[1])"),),
        hint="The column of ones is missing, so your plane always goes through the origin.",
    ),
    Mistake(
        "linear_regression_fit/chunk-average",
        old=LOOP + SOLVE,
        new="""    fits = []
    for X, Y in chunks:
        A = np.column_stack([X, np.ones(len(X))])
        fits.append(np.linalg.pinv(A) @ Y)
    if not fits:
        raise ValueError("chunks is empty")
    V = np.mean(fits, axis=0)
""",
        hint="You fit every chunk by itself and average the fits. That is not the fit to all rows: add up both sides of the "
        "equation, and solve once.",
    ),
    Mistake(
        "linear_regression_fit/gram-side",
        old=LOOP + SOLVE,
        new="""    for X, Y in chunks:
        A = np.column_stack([X, np.ones(len(X))])
        gram = A @ A.T if gram is None else gram + A @ A.T
        cross = Y if cross is None else cross + Y
    if gram is None:
        raise ValueError("chunks is empty")
    V = A.T @ np.linalg.solve(gram + 1e-9 * np.eye(len(gram)), cross)
""",
        hint="Your matrix is A A^T: as large as the number of rows, and chunks of different sizes cannot be added. A^T A "
        "has the size of the "
        "features.",
    ),
    Mistake(
        "linear_regression_fit/bias-row",
        old="return V[:-1], V[-1]",
        new="return V[1:], V[0]",
        hint="You read b from the wrong row of the solution. The ones are the last column of A, so b is the last row.",
    ),
    Mistake(
        "linear_regression_fit/last-chunk",
        old="for X, Y in chunks:",
        new="chunks = list(chunks)\n    for X, Y in chunks[: max(1, len(chunks) - 1)]:",
        hint="The last chunk is left out.",
    ),
    Mistake(
        "linear_regression_fit/nothing-fitted",
        old='    if gram is None:\n        raise ValueError("chunks is empty")\n',
        new="    if gram is None:\n        return np.zeros((1, 1)), np.zeros(1)\n",
        hint="Without any chunk you return zeros. Nothing was fitted, so say so: raise ValueError.",
    ),
]
