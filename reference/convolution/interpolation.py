"""Enlarging images smoothly: values between the pixels, by two or by four neighbours on each axis."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def upsample_interp(x: Float[np.ndarray, "N C H W"], f: int, mode: str = "bilinear") -> Float[np.ndarray, "N C H_out W_out"]:
    """Enlarge images f times by interpolation, first along one axis, then along the other.

    A pixel covers an area, and its value belongs to the middle of it. So pixel i of the large image looks at the place

        s = (i + 1/2) / f - 1/2

    of the small one, and with l = floor(s) and t = s - l its value is a weighted sum of pixels of the small image:

        "bilinear"   l and l + 1, with weights 1 - t and t
        "bicubic"    l - 1, l, l + 1 and l + 2, each with the weight k(distance from s), where, with a = -0.75,
                     k(d) = (a + 2) d^3 - (a + 3) d^2 + 1           for 0 <= d <= 1
                     k(d) = a d^3 - 5a d^2 + 8a d - 4a              for 1 <  d <= 2

    A neighbour outside of the image is replaced by the nearest pixel inside. The same is done for rows and for columns.

    Args:
        x: images, shape (N, C, H, W).
        f: factor, a whole number, at least 1.
        mode: "bilinear" or "bicubic".

    Returns:
        The large images, shape (N, C, f H, f W).

    Raises:
        ValueError: for another mode.
    """
    if mode not in ("bilinear", "bicubic"):
        raise ValueError(f"mode: {mode!r} is neither bilinear nor bicubic")
    if not f >= 1:
        raise ValueError(f"f is {f}: it must be at least 1")

    def cubic(d: np.ndarray, a: float = -0.75) -> np.ndarray:
        near = (a + 2) * d**3 - (a + 3) * d**2 + 1
        far = a * d**3 - 5 * a * d**2 + 8 * a * d - 4 * a
        return np.where(d <= 1, near, far)

    def weights_of_pixels(length: int) -> Float[np.ndarray, "large small"]:
        """The weight of each small pixel in each large one, along one axis."""
        source = (np.arange(f * length) + 0.5) / f - 0.5
        left = np.floor(source).astype(int)
        t = source - left
        if mode == "bilinear":
            taps = {0: 1 - t, 1: t}
        else:
            taps = {offset: cubic(np.abs(t - offset)) for offset in (-1, 0, 1, 2)}
        matrix = np.zeros((f * length, length))
        for offset, weights in taps.items():
            inside = np.clip(left + offset, 0, length - 1)
            # At the border, several neighbours may have become the same pixel.
            matrix[np.arange(f * length), inside] += weights
        return matrix

    rows, columns = (weights_of_pixels(length) for length in x.shape[2:])
    return np.einsum("ih,nchw,jw->ncij", rows, x, columns, optimize=True)
