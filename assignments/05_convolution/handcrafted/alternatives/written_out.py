"""Every kernel as text."""

import numpy as np

TEXTS = {
    "identity": ("0 0 0 0 1 0 0 0 0", 1),
    "box3": ("1 1 1 1 1 1 1 1 1", 9),
    "box5": ("1 " * 25, 25),
    "gauss3": ("1 2 1 2 4 2 1 2 1", 16),
    "gauss5": ("1 4 7 4 1 4 16 26 16 4 7 26 41 26 7 4 16 26 16 4 1 4 7 4 1", 273),
    "sharpen": ("0 -1 0 -1 5 -1 0 -1 0", 1),
    "laplace4": ("0 -1 0 -1 4 -1 0 -1 0", 1),
    "laplace8": ("-1 -1 -1 -1 8 -1 -1 -1 -1", 1),
    "sobel_x": ("-1 0 1 -2 0 2 -1 0 1", 1),
    "sobel_y": ("-1 -2 -1 0 0 0 1 2 1", 1),
}


def handcrafted_kernel(name):
    try:
        text, divisor = TEXTS[name]
    except KeyError:
        raise ValueError(name) from None
    numbers = np.array([float(word) for word in text.split()])
    side = round(len(numbers) ** 0.5)
    return numbers.reshape(side, side) / divisor
