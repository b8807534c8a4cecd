"""Labels as rows of zeros with a single one."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int


def one_hot(labels: Int[np.ndarray, "N"], num_classes: int) -> Float[np.ndarray, "N C"]:
    """A row for each label: 1 in the column of the label, 0 elsewhere.

    Classes count from 0. A class that does not occur among the labels still has its column.

    Args:
        labels: integers from 0 to num_classes - 1, shape (N,). Any other value raises ValueError; numpy would take
            -1 for the last column, and that would hide a mistake in the data.
        num_classes: C, the number of columns.

    Returns:
        float64, shape (N, C).
    """
    if labels.ndim != 1:
        raise ValueError(f"labels has {labels.ndim} axes")
    if num_classes < 0:
        raise ValueError("num_classes is negative")
    if np.any(labels < 0) or np.any(labels >= num_classes):
        raise ValueError(f"labels are not all in 0 ... {num_classes - 1}")
    rows = np.zeros((len(labels), num_classes))
    rows[np.arange(len(labels)), labels] = 1.0
    return rows
