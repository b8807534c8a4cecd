"""The game of generator and discriminator: its value, and what each player minimises."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

RealLogits = Float[np.ndarray, "N"]
FakeLogits = Float[np.ndarray, "M"]


def _softplus(a: np.ndarray) -> np.ndarray:
    """ln(1 + e^a), for any a."""
    return np.logaddexp(0.0, a)


def _sigmoid(a: np.ndarray) -> np.ndarray:
    """1 / (1 + e^-a), for any a."""
    return np.exp(-np.logaddexp(0.0, -a))


def gan_value(real_logits: RealLogits, fake_logits: FakeLogits) -> float:
    """The value of the game, which the discriminator wants large and the generator small.

        V = mean over real samples of ln D(x) + mean over fakes of ln(1 - D(x))

    with D = sigmoid(logit), the probability of "real". Both means are taken on their own side, so the two batches may
    have different sizes. V must be right for logits of any size, +-1000 and more: 1 - D is then 0 for a float, and its
    logarithm is not.

    Args:
        real_logits: what the discriminator says about real samples, shape (N,).
        fake_logits: what it says about fakes, shape (M,).

    Returns:
        V, a number that is never positive.

    Raises:
        ValueError: if there is no real sample or no fake; the message names the argument.
    """
    for name, logits in (("real_logits", real_logits), ("fake_logits", fake_logits)):
        if logits.size == 0:
            raise ValueError(f"{name} is empty")
    # ln sigmoid(a) = -softplus(-a), and ln(1 - sigmoid(a)) = -softplus(a)
    return -np.mean(_softplus(-real_logits)) - np.mean(_softplus(fake_logits))


def gan_d_loss(real_logits: RealLogits, fake_logits: FakeLogits) -> tuple[float, RealLogits, FakeLogits]:
    """What the discriminator minimises, -V, and its gradient with respect to every logit.

    It is a sum of two mean cross-entropies: real samples have label 1, fakes have label 0. Nothing is halved.

    Args:
        real_logits: what the discriminator says about real samples, shape (N,).
        fake_logits: what it says about fakes, shape (M,).

    Returns:
        (loss, d_real, d_fake): the loss, a number; its derivatives with respect to real_logits, shape (N,), and to
        fake_logits, shape (M,). All are finite for logits of any size.

    Raises:
        ValueError: if there is no real sample or no fake; the message names the argument.
    """
    loss = -gan_value(real_logits, fake_logits)
    d_real = (_sigmoid(real_logits) - 1) / real_logits.size
    d_fake = _sigmoid(fake_logits) / fake_logits.size
    return loss, d_real, d_fake


def gan_g_loss(fake_logits: FakeLogits, kind: str = "nonsat") -> tuple[float, FakeLogits]:
    """What the generator minimises, and its gradient with respect to the logits of its fakes.

        kind "minimax":  mean of ln(1 - D), the generator's part of V
        kind "nonsat":   mean of -ln D, the cross-entropy of the fakes with the label of REAL samples

    Both fall as the discriminator is fooled. They differ in how hard they pull.

    Args:
        fake_logits: what the discriminator says about the fakes, shape (M,); D = sigmoid(logit).
        kind: "nonsat" or "minimax".

    Returns:
        (loss, d_fake): a number, and its derivatives with respect to fake_logits, shape (M,). Both are finite for logits
        of any size.

    Raises:
        ValueError: for any other kind, and if there is no fake; the message names the argument.
    """
    if fake_logits.size == 0:
        raise ValueError("fake_logits is empty")
    if kind == "nonsat":
        return np.mean(_softplus(-fake_logits)), (_sigmoid(fake_logits) - 1) / fake_logits.size
    if kind == "minimax":
        return -np.mean(_softplus(fake_logits)), -_sigmoid(fake_logits) / fake_logits.size
    raise ValueError(f"kind is {kind!r}: nonsat or minimax")
