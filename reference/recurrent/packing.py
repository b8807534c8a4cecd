"""Packed sequences: only the valid steps, in the order in which a recurrent net works on them."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int

Sequences = Float[np.ndarray, "N T D"]
Packed = Float[np.ndarray, "total D"]
BatchSizes = Int[np.ndarray, "Tmax"]
Order = Int[np.ndarray, "N"]


def pack_sequences(x: Sequences, lengths: Int[np.ndarray, "N"]) -> tuple[Packed, BatchSizes, Order]:
    """Leave the padding out of a batch of sequences.

    The sequences are sorted by length, the longest first, those of equal length in the order in which they
    came. Then their steps are written down in order of time: the first steps of all sequences, then the second
    steps of all that have one, and so on. At each time the sequences that are still running come first.

    Args:
        x: padded sequences, shape (N, T, D).
        lengths: valid steps of each, 1 .. T, shape (N,).

    Returns:
        data: the valid steps, shape (sum of lengths, D);
        batch_sizes: how many sequences have a t-th step, t = 1 .. Tmax, the greatest length; shape (Tmax,);
        order: the numbers of the sequences in sorted order, shape (N,).
    """
    order = np.argsort(-lengths, kind="stable")
    batch_sizes = np.array([(lengths > t).sum() for t in range(lengths.max())])
    data = np.concatenate([x[order[:size], t] for t, size in enumerate(batch_sizes)])
    return data, batch_sizes, order


def unpack_sequences(data: Packed, batch_sizes: BatchSizes, order: Order) -> Sequences:
    """The inverse of `pack_sequences`: padded sequences, in their original order.

    Args:
        data, batch_sizes, order: as `pack_sequences` returns them.

    Returns:
        The sequences, shape (N, Tmax, D), 0 at padding.
    """
    x = np.zeros((len(order), len(batch_sizes), data.shape[1]))
    start = 0
    for t, size in enumerate(batch_sizes):
        x[order[:size], t] = data[start : start + size]
        start += size
    return x
