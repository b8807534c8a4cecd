"""A fair search: every optimizer with every learning rate, from one start, judged on validation data."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Float

Params = Float[np.ndarray, "D"]


def lr_grid_search(
    train: Callable[[Params, str, float], Params],
    val_score: Callable[[Params], float],
    test_score: Callable[[Params], float],
    theta0: Params,
    names: list[str],
    rates: list[float],
) -> tuple[dict, Float[np.ndarray, "names rates"]]:
    """Try every optimizer with every learning rate, and choose by the score on validation data.

    Every run starts from theta0. A run that diverges has the score nan: it is in the table, and never wins.
    Of equal scores, the first one wins (row by row). The test data are looked at once, at the very end, with
    the parameters of the winner.

    Args:
        train: train(theta, name, lr) are the parameters after a training from theta.
        val_score: val_score(theta) is the score on validation data; higher is better.
        test_score: test_score(theta) is the score on test data.
        theta0: the common start, shape (D,).
        names: names of the optimizers.
        rates: learning rates.

    Returns:
        (best, table): best is {"name": name, "lr": rate, "test": its test score}; table is an array of
        the validation scores, one row for each optimizer and one column for each rate.

    Raises:
        ValueError: all runs diverged.
    """
    table = np.empty((len(names), len(rates)))
    best, best_score, best_theta = {}, -np.inf, None
    for i, name in enumerate(names):
        for j, lr in enumerate(rates):
            theta = train(theta0, name, lr)
            table[i, j] = val_score(theta)
            if table[i, j] > best_score:
                best, best_score, best_theta = {"name": name, "lr": lr}, table[i, j], theta
    if best_theta is None:
        raise ValueError("rates: every run diverged")
    best["test"] = test_score(best_theta)
    return best, table
