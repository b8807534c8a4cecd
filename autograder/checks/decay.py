"""Did an optimizer pull weights towards zero that had no gradient?"""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.checks.failure import CheckFailed
from autograder.checks.values import need_numbers

ROUNDING = 1e-6
ANOTHER_START = 0.3
"""Relative changes. Three steps of AdamW with its defaults make 3e-5 and more, a penalty inside of Adam up to .1, and weights
that were drawn anew 1 and more."""


def assert_without_decay(begun: Any, later: Any, name: str = "the weights") -> None:
    """Weights that no sample of the training touches are after several steps what they were after the first one.

    Plain SGD and Adam leave a weight alone that has no gradient; weight decay does not, however it is done. Two runs that do
    not begin alike cannot be compared, and pass.
    """
    first, last = (np.asarray(need_numbers(state, name, "numbers").data, dtype=float) for state in (begun, later))
    if first.shape != last.shape:
        raise CheckFailed(f"{name} change their shape from run to run", where={"output": name, "reason": "shape"})
    with np.errstate(all="ignore"):
        moved = float(np.median(np.abs(last - first) / np.maximum(np.abs(first), 1e-12)))
    if not moved <= ROUNDING and not moved > ANOTHER_START:
        raise CheckFailed(
            f"{name} change, although nothing in the data has to do with them: "
            "an optimizer without weight decay leaves them alone",
            where={"output": name, "reason": "decay"},
        )
