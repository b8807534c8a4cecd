"""One branch for each name."""

import numpy as np


def handcrafted_kernel(name):
    if name == "box3" or name == "box5":
        side = int(name[-1])
        return np.full((side, side), 1.0 / side**2)
    if name == "gauss3":
        row = np.array([[0.25, 0.5, 0.25]])
        return row.T @ row
    if name == "gauss5":
        quarter = np.array([[1, 4, 7], [4, 16, 26], [7, 26, 41]], dtype=float)
        half = np.hstack([quarter, quarter[:, 1::-1]])
        return np.vstack([half, half[1::-1]]) / 273
    kernel = np.zeros((3, 3))
    if name in ("sharpen", "laplace4", "laplace8"):
        kernel[1, :] = kernel[:, 1] = -1
        if name == "laplace8":
            kernel[:] = -1
        kernel[1, 1] = {"sharpen": 5, "laplace4": 4, "laplace8": 8}[name]
    elif name == "identity":
        kernel[1, 1] = 1
    elif name in ("sobel_x", "sobel_y"):
        kernel[:, 0], kernel[:, 2] = [-1, -2, -1], [1, 2, 1]
        kernel = kernel if name == "sobel_x" else kernel.T
    else:
        raise ValueError("unknown kernel")
    return kernel
