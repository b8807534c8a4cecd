"""The denoising autoencoder: spoil the input, ask for the original."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxtyping import Float

Samples = Float[np.ndarray, "N D"]


def corrupt_input(x: Samples, kind: str, level: float, noise: Samples) -> Samples:
    """Spoil the samples, with random numbers that were drawn for you.

        "gauss"   every entry gets normal noise of standard deviation `level`; noise is standard normal
        "mask"    an entry is kept where its noise is at least `level`, and is 0 elsewhere; noise is uniform on [0, 1), so
                  `level` is the share that is lost. What is kept is not rescaled.

    Args:
        x: samples, shape (N, D); left as they are.
        kind: "gauss" or "mask".
        level: at least 0; for "mask" at most 1.
        noise: one random number for each entry, shape (N, D).

    Returns:
        The spoilt samples, shape (N, D).
    """
    if kind == "gauss":
        return x + level * noise
    return np.where(noise >= level, x, 0.0)


def denoising_ae_loss(
    encode: Callable[[Samples], Float[np.ndarray, "N k"]],
    decode: Callable[[Float[np.ndarray, "N k"]], Samples],
    x: Samples,
    x_tilde: Samples,
) -> float:
    """How well an autoencoder restores the samples that it has seen only spoilt.

    It is the squared distance between the clean sample and what the autoencoder makes of the spoilt one: summed over the D
    features, averaged over the N samples.

    Args:
        encode: the encoder; called with samples (N, D), it returns codes (N, k).
        decode: the decoder; called with codes (N, k), it returns samples (N, D).
        x: clean samples, shape (N, D).
        x_tilde: the same samples, spoilt, shape (N, D).

    Returns:
        The loss, a number.
    """
    restored = decode(encode(x_tilde))
    return np.sum((restored - x) ** 2) / len(x)
