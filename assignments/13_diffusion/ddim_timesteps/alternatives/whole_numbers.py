import numpy as np


def ddim_timesteps(steps, kept):
    """In integers only; halves are rounded up."""
    if kept < 2:
        return np.array([steps - 1])
    gaps = kept - 1
    return (2 * np.arange(kept) * (steps - 1) + gaps) // (2 * gaps)
