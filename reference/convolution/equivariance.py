"""Does a map move along when the image moves? Measured, with the borders and strides that break it."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float

Plane = Float[np.ndarray, "H W"]


def equivariance_gap(
    x: Plane, w: Float[np.ndarray, "k k"], shift: tuple[int, int], border: str = "circular", stride: int = 1
) -> tuple[float, float]:
    """How far conv(T x) and T' conv(x) are apart: convolution of the shifted image, and the shifted map.

    With border "circular" the image continues at its other side: output (i, j) is the sum over u, v of
    x[(i * stride + u - k // 2) mod H, (j * stride + v - k // 2) mod W] * w[u, v], with H / stride times W / stride
    outputs. T rolls the image by shift = (dy, dx), down and to the right, and T' rolls the map by
    (dy // stride, dx // stride). Both results are the greatest absolute difference over all outputs.

    With border "zero" (stride 1 only) the image has k // 2 zeros on each side; T and T' shift and fill with zeros what becomes
    free. The first result is the greatest absolute difference over all outputs, the second that over the
    interior: the outputs at least k // 2 + |dy| rows and k // 2 + |dx| columns away from the border.

    Args:
        x: one image, shape (H, W); the stride divides H and W.
        w: one kernel, shape (k, k), k odd. It is not flipped.
        shift: (dy, dx), rows down and columns to the right; may be negative.
        border: "circular" or "zero".
        stride: step of the window.

    Returns:
        (gap over all outputs, gap over the interior), two floats.

    Raises:
        ValueError: for another border.
    """
    if border not in ("circular", "zero"):
        raise ValueError(f"border: {border!r} is neither circular nor zero")
    if len(w) % 2 == 0:
        raise ValueError(f"w: a kernel of {len(w)} rows has no middle")
    if w.shape != (len(w), len(w)):
        raise ValueError(f"w has shape {w.shape}: a square is needed")
    if not stride >= 1:
        raise ValueError(f"stride is {stride}: it must be at least 1")
    if any(side % stride for side in x.shape):
        raise ValueError(f"stride: {stride} does not divide the sides of x, {x.shape}")
    if border == "zero" and stride != 1:
        raise ValueError(f"stride is {stride}: with zeros around the image only 1 is allowed")
    k, (dy, dx) = len(w), shift
    margin = k // 2
    mode = "wrap" if border == "circular" else "constant"

    def convolved(image: Plane) -> Plane:
        padded = np.pad(image, margin, mode=mode)
        windows = np.lib.stride_tricks.sliding_window_view(padded, (k, k))[::stride, ::stride]
        return np.einsum("ijuv,uv->ij", windows, w)

    def shifted(plane: Plane, down: int, right: int) -> Plane:
        moved = np.roll(plane, (down, right), axis=(0, 1))
        if border == "zero":
            rows, columns = np.arange(plane.shape[0]) - down, np.arange(plane.shape[1]) - right
            moved = moved * ((rows >= 0) & (rows < plane.shape[0]))[:, None]
            moved = moved * ((columns >= 0) & (columns < plane.shape[1]))
        return moved

    gap = np.abs(convolved(shifted(x, dy, dx)) - shifted(convolved(x), dy // stride, dx // stride))
    if border == "circular":
        return float(gap.max()), float(gap.max())
    rows, columns = margin + abs(dy), margin + abs(dx)
    interior = gap[rows : gap.shape[0] - rows, columns : gap.shape[1] - columns]
    if not interior.size:
        raise ValueError(f"shift: after {shift} no output is left in the interior")
    return float(gap.max()), float(interior.max())
