from autograder.suite import Mistake

ROWS = "rows = X.reshape(len(X), len(W))"
OUT = "out = rows @ W + b"

CHECKED = """    numbers = math.prod(X.shape[1:])
    if numbers != len(W):
        raise ValueError(f"X has {numbers} numbers a sample, W has {len(W)} rows")
    rows = X.reshape(len(X), len(W))
"""

MISTAKES = [
    Mistake(
        "affine_forward/w-transposed",
        old=OUT,
        new="out = rows @ (W.T if W.shape[0] == W.shape[1] else W) + b",
        hint="Where W is square you use its transpose. W has a row for each input and a column for each neuron: X W.",
    ),
    Mistake(
        "affine_forward/bias-column",
        old=OUT,
        new="out = rows @ W + (b[:, None] if len(rows) == len(b) else b)",
        hint="With as many samples as neurons, your b is added to rows and not to columns. Entry m of b belongs to column m "
        "of out.",
    ),
    Mistake(
        "affine_forward/flatten-batch",
        old=ROWS,
        new="rows = X.reshape(len(W), len(X)).T",
        hint="Your rows mix numbers of different samples. Keep the batch axis, and flatten the others.",
    ),
    Mistake(
        "affine_forward/cache-flat",
        old="cache = (X, W, b)",
        new="cache = (rows, W, b)",
        hint="The cache has the flattened X. The backward pass will have to give the gradient the shape of X, so keep X as "
        "it came.",
    ),
    Mistake(
        "affine_forward/fortran",
        old=ROWS,
        new='rows = X.reshape(len(X), len(W), order="F")',
        hint="You flatten with the first axis running fastest. In numpy's usual order the last one does.",
    ),
    Mistake(
        "affine_forward/batch-guessed",
        old=CHECKED,
        new="    rows = X.reshape(-1, len(W))\n",
        hint="You let numpy guess the number of rows. If a sample has not D numbers, pieces of different samples end up in "
        "one row, and nobody notices. The "
        "batch keeps its length.",
    ),
]
