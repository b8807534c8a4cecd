"""CutMix: a rectangle of each image is replaced by the same rectangle of another one."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float, Int


def cutmix(
    x: Float[np.ndarray, "N C H W"],
    y: Float[np.ndarray, "N K"],
    perm: Int[np.ndarray, "N"],
    box: tuple[int, int, int, int],
) -> tuple[Float[np.ndarray, "N C H W"], Float[np.ndarray, "N K"], float]:
    """Paste one box of each image's partner into it, and mix the labels by area.

    The box may reach over the border: it is clipped to the image first. Then

        x_mixed[n] = x[perm[n]] inside the box, x[n] outside
        lam        = 1 - (area of the clipped box) / (H * W)
        y_mixed[n] = lam * y[n] + (1 - lam) * y[perm[n]]

    Args:
        x: images, shape (N, C, H, W).
        y: labels as distributions over the K classes, shape (N, K).
        perm: perm[n] is the partner of image n, shape (N,).
        box: (r0, r1, c0, c1): rows r0 to r1 - 1 and columns c0 to c1 - 1, with r0 <= r1 and c0 <= c1.

    Returns:
        x_mixed of shape (N, C, H, W), y_mixed of shape (N, K), and lam. x and y are left as they were.
    """
    height, width = x.shape[2:]
    r0, r1 = np.clip(box[:2], 0, height)
    c0, c1 = np.clip(box[2:], 0, width)
    partners = x[perm]
    x_mixed = x.copy()
    x_mixed[:, :, r0:r1, c0:c1] = partners[:, :, r0:r1, c0:c1]
    area = (r1 - r0) * (c1 - c0)
    lam = float(1 - area / (height * width))
    y_mixed = lam * y + (1 - lam) * y[perm]
    return x_mixed, y_mixed, lam
