"""Kernels that people made before nets learned them: to smooth, to sharpen, and to find edges."""

from __future__ import annotations

import numpy as np
from jaxtyping import Float


def handcrafted_kernel(name: str) -> Float[np.ndarray, "k k"]:
    """A classic kernel by its name, for a convolution without flip.

        identity    3 x 3, 1 in the middle: changes nothing
        box3, box5  the mean of 3 x 3 or 5 x 5 pixels
        gauss3      the outer product of (1, 2, 1) with itself, over 16
        gauss5      rows 1 4 7 4 1;  4 16 26 16 4;  7 26 41 26 7;  then the second and the first row again, over 273
        sharpen     3 x 3, 5 in the middle, -1 at its four sides, 0 at the corners
        laplace4    3 x 3, 4 in the middle, -1 at its four sides, 0 at the corners
        laplace8    3 x 3, 8 in the middle, -1 at all eight neighbours
        sobel_x     rows -1 0 1;  -2 0 2;  -1 0 1: positive where the image becomes brighter to the right
        sobel_y     its transpose: positive where the image becomes brighter downwards

    Kernels that smooth or sharpen leave a constant image as it is; those that look for change answer 0 to it.

    Args:
        name: one of these names.

    Returns:
        The kernel, a float64 array of shape (3, 3) or (5, 5).

    Raises:
        ValueError: for any other name.
    """
    middle = np.zeros((3, 3))
    middle[1, 1] = 1.0
    laplace4 = np.array([[0.0, -1.0, 0.0], [-1.0, 4.0, -1.0], [0.0, -1.0, 0.0]])
    edge, side, centre = [1, 4, 7, 4, 1], [4, 16, 26, 16, 4], [7, 26, 41, 26, 7]
    sobel_x = np.outer([1.0, 2.0, 1.0], [-1.0, 0.0, 1.0])
    kernels = {
        "identity": middle,
        "box3": np.ones((3, 3)) / 9,
        "box5": np.ones((5, 5)) / 25,
        "gauss3": np.outer([1.0, 2.0, 1.0], [1.0, 2.0, 1.0]) / 16,
        "gauss5": np.array([edge, side, centre, side, edge]) / 273,
        "sharpen": middle + laplace4,
        "laplace4": laplace4,
        "laplace8": 9 * middle - np.ones((3, 3)),
        "sobel_x": sobel_x,
        "sobel_y": sobel_x.T,
    }
    if name not in kernels:
        raise ValueError(f"name: there is no kernel called {name!r}")
    return kernels[name]
