"""Cross-attention: the decoder asks, the encoder answers."""

from __future__ import annotations

import numpy as np
from jaxtyping import Bool, Float

from reference.attention.masked_softmax import masked_softmax


def cross_attention(
    x_dec: Float[np.ndarray, "B T Dd"],
    x_enc: Float[np.ndarray, "B S De"],
    wq: Float[np.ndarray, "Dd Dk"],
    wk: Float[np.ndarray, "De Dk"],
    wv: Float[np.ndarray, "De Dv"],
    enc_mask: Bool[np.ndarray, "B S"] | None = None,
) -> tuple[Float[np.ndarray, "B T Dv"], Float[np.ndarray, "B T S"]]:
    """One head of attention from every decoder position to all encoder positions.

        queries = x_dec @ wq        keys = x_enc @ wk        values = x_enc @ wv
        weights = softmax(queries @ keys^T / sqrt(Dk)) over the S encoder positions
        out     = weights @ values

    There is no causal mask: the whole source is known before the first target token is written.

    Args:
        x_dec: decoder states, shape (B, T, Dd).
        x_enc: encoder states, shape (B, S, De).
        wq, wk, wv: projections, shapes (Dd, Dk), (De, Dk) and (De, Dv).
        enc_mask: boolean, shape (B, S), True for the source positions that may be looked at; None
            allows all. Where none is allowed, the weights are 0, never nan. x_enc is finite
            everywhere, hidden positions included.

    Returns:
        out of shape (B, T, Dv), and the weights of shape (B, T, S).
    """
    queries, keys, values = x_dec @ wq, x_enc @ wk, x_enc @ wv
    scores = queries @ keys.swapaxes(-1, -2) / np.sqrt(keys.shape[-1])
    weights = masked_softmax(scores, None if enc_mask is None else enc_mask[:, None, :])
    out = weights @ values
    return out, weights
