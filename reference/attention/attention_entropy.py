"""How far a query spreads its attention."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def attention_entropy(a: Float[np.ndarray, "*axes T S"]) -> Float[np.ndarray, "*axes T"]:
    """Entropy of the attention weights of every query, in nats.

        H_t = - sum over the keys s of  a_ts ln a_ts            with 0 ln 0 = 0

    It is 0 for a query that looks at a single key, and ln S for one that looks at all S keys alike.

    Args:
        a: attention weights, shape (..., T, S), for example (B, heads, T, S); at least 0. A row sums to
            1, or is all 0 for a query that may look nowhere: its entropy is 0.

    Returns:
        The entropies, shape (..., T).
    """
    logs = np.log(np.where(a > 0, a, 1.0))  # where a is 0, any finite logarithm will do
    return -(a * logs).sum(axis=-1)
