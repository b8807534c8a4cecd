"""Softmax: from scores to probabilities."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def softmax(z: Float[np.ndarray, "..."], axis: int = -1, temperature: float = 1.0) -> Float[np.ndarray, "..."]:
    """Probabilities out of scores, along one axis.

        p_i = e^(z_i / T) / sum over j of e^(z_j / T)

    The sum runs along `axis`; all other axes count separate cases. Scores may be as large as 10000 in size, of
    either sign, and nothing may overflow: adding one number to all scores of a case changes no probability, so choose it well.

    Args:
        z: scores, any shape.
        axis: the axis along which probabilities add up to 1.
        temperature: T, above 0, else ValueError is raised. A low one sharpens, a high one flattens.

    Returns:
        Probabilities, of the shape of z.
    """
    if temperature <= 0:
        raise ValueError("temperature is not above 0")
    if z.shape[axis] == 0:
        raise ValueError(f"z has no scores along axis {axis}")
    powers = np.exp((z - z.max(axis=axis, keepdims=True)) / temperature)
    return powers / powers.sum(axis=axis, keepdims=True)
