"""Making data: a code from the prior, then x from what the decoder says about that code."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Float, Num


def ancestral_sample(
    decoder: Callable,
    z: Float[np.ndarray, "N k"],
    family: str,
    noise: Float[np.ndarray, "N D"],
) -> Num[np.ndarray, "N D"]:
    """Draw one x for each code, with the given random numbers.

    `decoder(z)` gives the parameters of p(x | z) in the form of `decoder_log_prob`:

        "gaussian"      (mu, logvar), each (N, D)     x has mean mu and variance exp(logvar); noise is standard normal, and
                                                      x grows with it
        "bernoulli"     logits (N, D)                 x is 1.0 where noise is below sigmoid(logit), and 0.0 elsewhere; noise is
                                                      uniform on [0, 1)
        "categorical"   logits (N, D, C)              x is the smallest class c for which p_0 + ... + p_c exceeds the
                                                      noise, p being the softmax over the C classes; noise is uniform on [0, 1)

    Logits may be large, and the result must still be right. Nothing is encoded here: the codes come from the prior.

    Args:
        decoder: called with z. (It may be a whole model that also has an encoder; only the call decodes.)
        z: codes drawn from the prior, shape (N, k); used as they are.
        family: "gaussian", "bernoulli" or "categorical".
        noise: one random number for each feature, shape (N, D).

    Returns:
        x of shape (N, D): floats for "gaussian" and "bernoulli", integers for "categorical".
    """
    params = decoder(z)
    if family == "gaussian":
        mu, logvar = params
        return mu + np.exp(logvar / 2) * noise
    if family == "bernoulli":
        return (noise < np.exp(-np.logaddexp(0.0, -params))).astype(float)
    p = np.exp(params - params.max(axis=-1, keepdims=True))
    cumulative = np.cumsum(p, axis=-1)
    cumulative /= cumulative[:, :, -1:]  # ends at exactly 1, so that some class exceeds every noise
    return (cumulative > noise[:, :, None]).argmax(axis=-1)
