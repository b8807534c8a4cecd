"""All runs first, then the best of the table."""

import numpy as np


def lr_grid_search(train, val_score, test_score, theta0, names, rates):
    runs = [[train(theta0, name, lr) for lr in rates] for name in names]
    table = np.array([[val_score(theta) for theta in row] for row in runs], dtype=float)
    if np.all(np.isnan(table)):
        raise ValueError("rates")
    i, j = np.unravel_index(np.nanargmax(table), table.shape)
    return {"name": names[i], "lr": rates[j], "test": test_score(runs[i][j])}, table
