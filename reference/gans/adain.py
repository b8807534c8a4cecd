"""Adaptive instance normalisation: one image in the style of another."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Images = Float[np.ndarray, "N C H W"]


def adain(x: Images, y: Images, eps: float = 1e-5) -> Images:
    """Give every channel of x the mean and the spread that the same channel of y has.

        out = sigma(y) (x - mu(x)) / sigma(x) + mu(y)

    For each sample and each channel on its own, mu is the mean over the pixels and sigma = sqrt(var + eps), with the
    variance that divides by the number of pixels. eps is used on both sides.

    Args:
        x: content, shape (N, C, H, W).
        y: style, shape (N, C, H', W'); its pictures may have another height and width.
        eps: a small number, greater than 0: a channel without any contrast is not divided by 0.

    Returns:
        Images of the shape of x.

    Raises:
        ValueError: if x and y differ in the number of samples or channels, or eps is not greater than 0; the message
            names the argument.
    """
    if y.shape[:2] != x.shape[:2]:
        raise ValueError(f"y has {y.shape[:2]} samples and channels, x has {x.shape[:2]}")
    if eps <= 0:
        raise ValueError(f"eps is {eps}: it must be greater than 0")
    mu_x, mu_y = (image.mean(axis=(2, 3), keepdims=True) for image in (x, y))  # (N, C, 1, 1)
    sigma_x, sigma_y = (np.sqrt(image.var(axis=(2, 3), keepdims=True) + eps) for image in (x, y))
    return sigma_y * (x - mu_x) / sigma_x + mu_y
