"""Which modes a generator has found, and how many of its samples are near one."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int


def mode_coverage(
    samples: Float[np.ndarray, "N d"], centres: Float[np.ndarray, "K d"], radius: float, min_frac: float
) -> tuple[int, float, Int[np.ndarray, "K"]]:
    """Count the modes that samples cover.

    A sample belongs to its nearest centre (to the first of several that are equally near), and counts for it if the
    distance is at most `radius`. A mode is covered if the samples that count for it are at least the share `min_frac` of
    ALL N samples.

    Args:
        samples: generated points, shape (N, d).
        centres: the centres of the modes, shape (K, d).
        radius: greatest distance at which a sample counts, not negative.
        min_frac: smallest share of the samples that covers a mode, not negative.

    Returns:
        (n_modes, hq_frac, counts): the number of modes that are covered, a whole number; the share of samples that count
        for any mode, a number; the samples that count for each mode, whole numbers, shape (K,).

    Raises:
        ValueError: if there is no sample or no centre, their numbers of coordinates differ, or radius or min_frac is
            negative; the message names the argument.
    """
    for name, given in (("samples", samples), ("centres", centres)):
        if len(given) == 0:
            raise ValueError(f"{name} is empty")
    if centres.shape[1] != samples.shape[1]:
        raise ValueError(f"centres has {centres.shape[1]} coordinates, samples has {samples.shape[1]}")
    for name, given in (("radius", radius), ("min_frac", min_frac)):
        if given < 0:
            raise ValueError(f"{name} is {given}: it must not be negative")
    distances = np.linalg.norm(samples[:, None, :] - centres, axis=2)  # (N, K)
    nearest = distances.argmin(axis=1)
    near = distances.min(axis=1) <= radius
    counts = np.bincount(nearest[near], minlength=len(centres))
    n_modes = int(np.sum(counts >= min_frac * len(samples)))
    return n_modes, counts.sum() / len(samples), counts
