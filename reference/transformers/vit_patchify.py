"""Images as sequences: patches, and back."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Images = Float[np.ndarray, "N C H W"]
Patches = Float[np.ndarray, "N n CPP"]


def vit_patchify(x: Images, P: int) -> Patches:
    """Cut images into patches of P x P pixels, each as one vector.

    Patches come row by row, from the top left to the bottom right. The entries of a patch come in the order channel,
    row, column: first all pixels of channel 0, row by row, then those of channel 1, and so on.

    Args:
        x: images, shape (N, C, H, W).
        P: side of a patch.

    Returns:
        Shape (N, H W / P^2, C P P).

    Raises:
        ValueError: if P does not divide H and W; the message names P.
    """
    N, C, H, W = x.shape
    _check_patch(H, W, P)
    cut = x.reshape(N, C, H // P, P, W // P, P)
    return cut.transpose(0, 2, 4, 1, 3, 5).reshape(N, -1, C * P * P)


def vit_unpatchify(patches: Patches, C: int, H: int, W: int, P: int) -> Images:
    """Put the patches of `vit_patchify` together again.

    Args:
        patches: shape (N, H W / P^2, C P P).
        C, H, W, P: channels, height and width of the images, side of a patch.

    Returns:
        The images, shape (N, C, H, W).

    Raises:
        ValueError: if P does not divide H and W; the message names P.
    """
    _check_patch(H, W, P)
    if patches.shape[1:] != (H // P * (W // P), C * P * P):
        raise ValueError(f"patches: the shape {patches.shape} does not fit {C} x {H} x {W} pixels and P = {P}")
    cut = patches.reshape(-1, H // P, W // P, C, P, P)
    return cut.transpose(0, 3, 1, 4, 2, 5).reshape(-1, C, H, W)


def _check_patch(H: int, W: int, P: int) -> None:
    if P < 1 or H % P or W % P:
        raise ValueError(f"P: patches of {P} x {P} pixels do not fill an image of {H} x {W}")
