"""A training loop with early stopping in which the training itself is a script: good for trying a stopper out."""

from __future__ import annotations

import numpy as np


def run_script(stopper, params: list[np.ndarray], updates: list[list[np.ndarray]], curve: list[float]) -> int:
    """Epoch after epoch, adds the update to the parameters IN PLACE, as optimisers do, and asks the stopper.

    Args:
        stopper: has a method `step(val, params)` that returns whether to stop.
        params: the parameters, a list of arrays.
        updates: for each epoch, what is added to each array.
        curve: for each epoch, the validation loss after it.

    Returns:
        The number of epochs that were run.
    """
    for epoch, (update, val) in enumerate(zip(updates, curve), start=1):
        for theta, change in zip(params, update):
            theta += change
        if stopper.step(val, params):
            return epoch
    return len(curve)
