"""Losses on raw scores: least squares, and the Wasserstein critic."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

RealScores = Float[np.ndarray, "N"]
FakeScores = Float[np.ndarray, "M"]


def lsgan_losses(d_real: RealScores, d_fake: FakeScores) -> tuple[float, float]:
    """Least squares in place of cross-entropy: scores of real samples should be 1, scores of fakes 0.

        d_loss = 1/2 mean (d_real - 1)^2 + 1/2 mean d_fake^2
        g_loss = 1/2 mean (d_fake - 1)^2

    The scores are raw outputs of the net; no sigmoid.

    Args:
        d_real: scores of real samples, shape (N,).
        d_fake: scores of fakes, shape (M,).

    Returns:
        (d_loss, g_loss): what the discriminator and the generator minimise, two numbers.

    Raises:
        ValueError: if there is no real sample or no fake; the message names the argument.
    """
    for name, scores in (("d_real", d_real), ("d_fake", d_fake)):
        if scores.size == 0:
            raise ValueError(f"{name} is empty")
    d_loss = 0.5 * np.mean((d_real - 1) ** 2) + 0.5 * np.mean(d_fake**2)
    g_loss = 0.5 * np.mean((d_fake - 1) ** 2)
    return d_loss, g_loss


def wgan_losses(critic_real: RealScores, critic_fake: FakeScores) -> tuple[float, float]:
    """What a Wasserstein critic and its generator minimise.

    The critic wants its mean score on real samples as far as possible ABOVE its mean score on fakes; the generator wants
    its fakes to score high. The scores are raw outputs of the net; no sigmoid, no logarithm. Neither loss has a constant
    or a factor of its own.

    Args:
        critic_real: scores of real samples, shape (N,).
        critic_fake: scores of fakes, shape (M,).

    Returns:
        (critic_loss, gen_loss), two numbers of either sign.

    Raises:
        ValueError: if there is no real sample or no fake; the message names the argument.
    """
    for name, scores in (("critic_real", critic_real), ("critic_fake", critic_fake)):
        if scores.size == 0:
            raise ValueError(f"{name} is empty")
    return np.mean(critic_fake) - np.mean(critic_real), -np.mean(critic_fake)
