"""Attention over keys that come in blocks: two partial results become one, exactly."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

PerQuery = Float[np.ndarray, "T"]
PerQueryVector = Float[np.ndarray, "T Dv"]


def online_softmax_merge(
    m1: PerQuery, l1: PerQuery, o1: PerQueryVector, m2: PerQuery, l2: PerQuery, o2: PerQueryVector
) -> tuple[PerQuery, PerQuery, PerQueryVector]:
    """Join what T queries found in two blocks of keys into what they find in both.

    Of a block with the scores s_j and the values v_j, each query keeps

        m = max_j s_j               l = sum_j exp(s_j - m)              o = sum_j exp(s_j - m) v_j

    so that o / l is its attention over the block. o is NOT divided by l. The result is the same triple
    of the union of the blocks. Only exponentials of numbers <= 0 are needed, so scores of any size are
    safe.

    A block may be empty (no key allowed), for some queries or for all: then m = -inf, l = 0 and o = 0. It
    changes nothing; two empty blocks give an empty block. Nothing becomes nan.

    Args:
        m1, l1, o1: of the first block, shapes (T,), (T,) and (T, Dv).
        m2, l2, o2: of the second block, likewise.

    Returns:
        (m, l, o) of both blocks together.
    """
    m = np.maximum(m1, m2)
    anchor = np.where(np.isneginf(m), 0.0, m)  # -inf - (-inf) would be nan
    scale1, scale2 = np.exp(m1 - anchor), np.exp(m2 - anchor)
    l = scale1 * l1 + scale2 * l2
    o = scale1[:, None] * o1 + scale2[:, None] * o2
    return m, l, o
