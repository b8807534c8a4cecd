"""Generators and discriminators that are told a class."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int


def cgan_generator_input(z: Float[torch.Tensor, "N k"], y: Int[torch.Tensor, "N"], C: int) -> Float[torch.Tensor, "N k+C"]:
    """What a conditional generator gets: the latent, and behind it the class as a one-hot vector, [z, onehot(y)].

    Args:
        z: latents, shape (N, k).
        y: classes from 0 to C-1, whole numbers, shape (N,).
        C: number of classes.

    Returns:
        A tensor of shape (N, k+C), of the dtype of z.

    Raises:
        ValueError: if z and y have different lengths, or y has a class that is not from 0 to C-1; the message names
            the argument.
    """
    if len(y) != len(z):
        raise ValueError(f"y has {len(y)} classes for {len(z)} latents")
    if bool(((y < 0) | (y >= C)).any()):
        raise ValueError(f"y has a class that is not from 0 to {C - 1}")
    return torch.cat([z, F.one_hot(y.long(), C).to(z.dtype)], dim=1)


def cgan_discriminator_input(
    x: Float[torch.Tensor, "N C H W"], y: Int[torch.Tensor, "N"], E: Float[torch.Tensor, "K H*W"]
) -> Float[torch.Tensor, "N C+1 H W"]:
    """What a conditional discriminator gets: the image, and the class as one more channel behind the others.

    The channel of sample n is row y_n of the table E, laid out row by row as an H x W map. E may be learned: gradients
    reach exactly the rows that were used.

    Args:
        x: images, shape (N, C, H, W).
        y: classes, whole numbers from 0 to K-1, shape (N,).
        E: a map for each class, shape (K, H*W).

    Returns:
        A tensor of shape (N, C+1, H, W).

    Raises:
        ValueError: if x and y have different lengths, y has a class that is not from 0 to K-1, or the rows of E do not
            have H*W entries; the message names the argument.
    """
    n, _, height, width = x.shape
    if len(y) != n:
        raise ValueError(f"y has {len(y)} classes for {n} images")
    if bool(((y < 0) | (y >= len(E))).any()):
        raise ValueError(f"y has a class that is not from 0 to {len(E) - 1}")
    if E.shape[1] != height * width:
        raise ValueError(f"E has rows of {E.shape[1]} entries for images of {height} x {width}")
    maps = E[y].reshape(n, 1, height, width)
    return torch.cat([x, maps], dim=1)


def cgan_d_loss(
    D: Callable[[np.ndarray, np.ndarray], np.ndarray],
    x_real: Float[np.ndarray, "N ..."],
    x_fake: Float[np.ndarray, "N ..."],
    y: Int[np.ndarray, "N"],
) -> float:
    """What a conditional discriminator minimises: real and fake samples are both judged with their class.

        loss = -( mean over n of ln D(x_real_n, y_n) + mean over n of ln(1 - D(x_fake_n, y_n)) ),    D = sigmoid(logit)

    The fakes were made for the same classes y. D is called once for each kind, with all rows in the order in which they
    came. The loss is finite for logits of any size.

    Args:
        D: called as D(x, y), returns logits, shape (N,).
        x_real: real samples, shape (N, ...).
        x_fake: fakes, of the same shape; row n was generated for class y_n.
        y: classes, shape (N,).

    Returns:
        The loss, a number.

    Raises:
        ValueError: if there is no sample, or x_real, x_fake and y do not have the same length; the message names the
            argument.
    """
    if len(x_real) == 0:
        raise ValueError("x_real has no rows")
    for name, given in (("x_fake", x_fake), ("y", y)):
        if len(given) != len(x_real):
            raise ValueError(f"{name} has {len(given)} rows, x_real has {len(x_real)}")
    real_logits, fake_logits = D(x_real, y), D(x_fake, y)
    return np.mean(np.logaddexp(0.0, -real_logits)) + np.mean(np.logaddexp(0.0, fake_logits))
