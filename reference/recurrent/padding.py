"""Sequences of different length in one array: padding, masks, and the state after the last valid step."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Float, Int

Ids = Int[np.ndarray, "N Tmax"]
Lengths = Int[np.ndarray, "N"]
States = Float[np.ndarray, "N T H"]


def pad_sequences(seqs: list[Int[np.ndarray, "T"]], pad: int = 0) -> tuple[Ids, Lengths, Bool[np.ndarray, "N Tmax"]]:
    """Put sequences of different length into the rows of one array, filled up on the right.

    Args:
        seqs: N sequences of whole numbers, each a 1-D array; some may be empty. `pad` may occur in them as
            an ordinary value.
        pad: what the places after the end of a sequence are filled with.

    Returns:
        ids: row n begins with seqs[n], shape (N, Tmax), Tmax being the greatest length;
        lengths: the length of each sequence, shape (N,);
        mask: True where a value of the sequence stands, False at padding, shape (N, Tmax).
    """
    lengths = np.array([len(seq) for seq in seqs])
    ids = np.full((len(seqs), lengths.max()), pad)
    for row, seq in zip(ids, seqs):
        row[: len(seq)] = seq
    mask = np.arange(lengths.max()) < lengths[:, None]
    return ids, lengths, mask


def gather_last_state(h_fwd: States, h_bwd: States | None, lengths: Lengths) -> Float[np.ndarray, "N features"]:
    """The state after the whole sequence has been read, for padded sequences of different length.

    The net that reads forwards is done at the last valid step of a sequence; the one that reads
    backwards (its states stand in the order of time) is done at step 1.

    Args:
        h_fwd: states of the forward net, shape (N, T, H).
        h_bwd: states of the backward net, shape (N, T, H), or None if there is none.
        lengths: valid steps of each sequence, 1 .. T, shape (N,).

    Returns:
        The final states, shape (N, H); with h_bwd those of both nets side by side, forward ones first,
        shape (N, 2H).
    """
    rows = np.arange(len(lengths))
    last = h_fwd[rows, lengths - 1]
    if h_bwd is None:
        return last
    return np.concatenate([last, h_bwd[:, 0]], axis=1)
