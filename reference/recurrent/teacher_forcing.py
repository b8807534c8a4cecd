"""What a decoder reads and what it must predict, when it is trained on the true sequence."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Int


def teacher_forcing_io(
    y: Int[np.ndarray, "N S"], lengths: Int[np.ndarray, "N"], bos: int, eos: int, pad: int
) -> tuple[Int[np.ndarray, "N S+1"], Int[np.ndarray, "N S+1"], Bool[np.ndarray, "N S+1"]]:
    """Input and target of a decoder for teacher forcing.

    At every step the decoder reads the true token before the one that it is to predict. For a row of
    length L:

        dec_in = bos  y_1  y_2  ...  y_L  pad ... pad
        target = y_1  y_2  ...  y_L  eos  pad ... pad

    Args:
        y: target sequences, padded on the right, shape (N, S). What stands after a row's L tokens
            does not matter.
        lengths: number of tokens L of each row, 0 to S, shape (N,).
        bos, eos, pad: ids of the begin, the end and the padding token.

    Returns:
        dec_in and target of shape (N, S + 1), integers, and mask of shape (N, S + 1), True at the L + 1
        places of each row at which a prediction counts. y is left as it is.
    """
    n, s = y.shape
    step = np.arange(s + 1)
    length = lengths[:, None]
    padded = np.concatenate([y, np.full((n, 1), pad)], axis=1)
    target = np.where(step < length, padded, np.where(step == length, eos, pad))
    mask = step <= length
    shifted = np.concatenate([np.full((n, 1), bos), y], axis=1)
    dec_in = np.where(mask, shifted, pad)
    return dec_in, target, mask
