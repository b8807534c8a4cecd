"""Least squares in closed form, for data that come in pieces."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from jaxtyping import Float


def linear_regression_fit(
    chunks: Iterable[tuple[Float[np.ndarray, "n D"], Float[np.ndarray, "n M"]]],
) -> tuple[Float[np.ndarray, "D M"], Float[np.ndarray, "M"]]:
    """The W and b that minimise the squared error of XW + b over all rows of all chunks.

    With A = [X, 1], the inputs with a column of ones at the right, and V = W with the row b below it, the solution of least
    squares obeys

        (A^T A) V = A^T Y

    Both sides are sums over the rows, of a size that does not depend on their number. So go through the chunks once, add up
    both sides, and solve once in the end: the rows never have to be in memory together.

    Args:
        chunks: pairs (X, Y) of shapes (n, D) and (n, M); n may differ from chunk to chunk. They may come from a generator, so
            they have no length and can be gone through only once. All rows together determine V. If there is no chunk,
            ValueError is raised.

    Returns:
        W, shape (D, M), and b, shape (M,).
    """
    gram, cross = None, None
    for X, Y in chunks:
        if len(X) != len(Y):
            raise ValueError("chunks has an X and a Y with different numbers of rows")
        A = np.column_stack([X, np.ones(len(X))])
        gram = A.T @ A if gram is None else gram + A.T @ A
        cross = A.T @ Y if cross is None else cross + A.T @ Y
    if gram is None:
        raise ValueError("chunks is empty")
    if np.linalg.matrix_rank(gram) < len(gram):
        raise ValueError("chunks has too few independent rows to determine W and b")
    V = np.linalg.solve(gram, cross)
    return V[:-1], V[-1]
