"""What a decoder says about data: the log-probability of x under the distribution whose parameters it gives."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Num


def decoder_log_prob(
    x: Num[np.ndarray, "N D"],
    params: Float[np.ndarray, "N D *C"] | tuple[Float[np.ndarray, "N D"], Float[np.ndarray, "N D"]],
    family: str,
) -> Float[np.ndarray, "N"]:
    """ln p(x_n) of every sample, its D features being independent given the parameters.

        "gaussian"      params = (mu, logvar), each (N, D), logvar the logarithm of the variance:
                        the density of a normal distribution with mean mu and variance exp(logvar)
        "bernoulli"     params = logits a, (N, D): x is 1 with probability sigmoid(a), else 0.
                        ln p = x a - ln(1 + exp(a)), which is also used for grey values x between 0 and 1
        "categorical"   params = logits, (N, D, C): x is the class c with probability softmax(logits) at c,
                        the softmax running over the C classes of one feature

    In each case ln p(x_n) is the sum over the D features. Logits may be as large as 1e4, of either sign, and the
    result must still be finite.

    Args:
        x: data, shape (N, D): numbers, zeros and ones, or integers from 0 to C - 1, as the family says.
        params: what the decoder gave.
        family: "gaussian", "bernoulli" or "categorical".

    Returns:
        The log-probabilities (log-densities), shape (N,).
    """
    if family == "gaussian":
        mu, logvar = params
        away = (x - mu) * np.exp(-logvar / 2)  # in standard deviations; exp(logvar) itself may overflow
        log_prob = -0.5 * (np.log(2 * np.pi) + logvar + away**2)
    elif family == "bernoulli":
        log_prob = x * params - np.logaddexp(0.0, params)
    else:
        shifted = params - params.max(axis=-1, keepdims=True)
        log_p = shifted - np.log(np.sum(np.exp(shifted), axis=-1, keepdims=True))
        log_prob = np.take_along_axis(log_p, x[:, :, None], axis=-1)[:, :, 0]
    return np.sum(log_prob, axis=1)
