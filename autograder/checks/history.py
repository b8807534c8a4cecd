"""Is a list of losses the record of a training, or something made to look like one?"""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.checks.exact import assert_equal
from autograder.checks.failure import CheckFailed
from autograder.checks.values import need_numbers

LEAST_DISTINCT = 0.9
LEAST_RISES = 0.05
"""Of the changes in the second half of a record: a loss of random batches goes up about every second time."""
MANY = 40


def assert_history(values: Any, steps: int, name: str = "the losses", *, noisy: bool = True) -> np.ndarray:
    """Raise `CheckFailed` unless `values` is one finite number for each of `steps` steps, as a training records them.

    A record in which values are repeated was filled up. Where every step has a batch or noise of its own (`noisy`), a
    record of 40 steps or more that never rises in its second half was sorted or smoothed. Returns the record as an array.
    """
    if type(values) not in (list, tuple):
        values = np.asarray(need_numbers(values, name, "a list of numbers").data).tolist()
    assert_equal(len(values), steps, f"number of entries of {name}")
    numbers = [need_numbers(value, f"an entry of {name}", "a number") for value in values]
    if any(n.data.size != 1 for n in numbers):
        raise CheckFailed(f"{name}: an entry is not a number", where={"output": name, "reason": "type"})
    record = np.array([float(n.data.reshape(-1)[0].real) for n in numbers])
    if not np.isfinite(record).all():
        raise CheckFailed(f"{name}: an entry is not finite", where={"output": name, "reason": "nan"})
    if len(np.unique(record)) < LEAST_DISTINCT * len(record):
        raise CheckFailed(
            f"{name}: many entries are the same, so they are not one for each step",
            where={"output": name, "reason": "repeated"},
        )
    changes = np.diff(record[len(record) // 2 :])
    if noisy and len(record) >= MANY and (changes > 0).mean() < LEAST_RISES:
        raise CheckFailed(
            f"{name}: they fall from step to step without exception, although every step has a batch of its own",
            where={"output": name, "reason": "sorted"},
        )
    return record
