"""Two divergences between distributions over finitely many outcomes."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Distribution = Float[np.ndarray, "C"]


def kl_discrete(p: Distribution, q: Distribution) -> float:
    """KL(p || q) = sum over c of p_c ln(p_c / q_c), in nats.

    An outcome with p_c = 0 adds nothing, whatever q_c is. An outcome with q_c = 0 < p_c makes the divergence infinite.
    Neither may give a warning of numpy. A probability may be tiny without being 0, 1e-310 for example: the divergence is
    finite then.

    Args:
        p, q: probabilities, shape (C,), each with sum 1; entries may be 0.

    Returns:
        The divergence, a number, at least 0 and perhaps np.inf.

    Raises:
        ValueError: if the two do not have the same shape, or an entry is negative; the message names an argument.
    """
    if p.shape != q.shape:
        raise ValueError(f"q has shape {q.shape}, p has shape {p.shape}")
    for name, probabilities in (("p", p), ("q", q)):
        if np.any(probabilities < 0):
            raise ValueError(f"{name} has a negative entry")
    occurs = p > 0
    if np.any(q[occurs] == 0):
        return np.inf
    # two logarithms: the ratio of a large and a tiny probability would overflow
    return np.sum(p[occurs] * (np.log(p[occurs]) - np.log(q[occurs])))


def js_divergence(p: Distribution, q: Distribution) -> float:
    """The Jensen-Shannon divergence: how far p and q are from their mixture.

        JSD = 1/2 KL(p || m) + 1/2 KL(q || m),    m = (p + q) / 2

    It is symmetric, and always finite: at most ln 2, which it is for distributions that share no outcome.

    Args:
        p, q: probabilities, shape (C,), each with sum 1; entries may be 0.

    Returns:
        The divergence, a number.

    Raises:
        ValueError: as `kl_discrete` does.
    """
    if p.shape != q.shape:
        raise ValueError(f"q has shape {q.shape}, p has shape {p.shape}")
    m = (p + q) / 2
    return 0.5 * kl_discrete(p, m) + 0.5 * kl_discrete(q, m)
