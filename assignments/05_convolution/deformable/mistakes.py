from autograder.suite import Mistake

SEEN = "seen = between_pixels(rows + u - k // 2 + dy, columns + v - k // 2 + dx)"

MISTAKES = [
    Mistake(
        "deformable_conv2d/nearest",
        old=SEEN,
        new="seen = between_pixels(rows + u - k // 2 + np.round(dy), columns + v - k // 2 + np.round(dx))",
        hint="You round the offsets to whole pixels. Then a small change of an offset changes nothing, and it cannot be "
        "learned: interpolate.",
    ),
    Mistake(
        "deformable_conv2d/xy-order",
        old="dy, dx = offset[u * k + v]",
        new="dx, dy = offset[u * k + v]",
        hint="The two parts of the offset are exchanged. The first one is for rows, the second one for columns.",
    ),
    Mistake(
        "deformable_conv2d/clamp",
        old="value += inside * weight_row * weight_column * pixels",
        new="value += weight_row * weight_column * pixels",
        hint="Outside of the image you repeat its border. There is 0.",
    ),
    Mistake(
        "deformable_conv2d/shared-offset",
        old="dy, dx = offset[u * k + v]",
        new="dy, dx = offset[0]",
        hint="All taps are moved by the offset of the first one. Each has its own.",
    ),
    Mistake(
        "deformable_conv2d/tap-order",
        old="dy, dx = offset[u * k + v]",
        new="dy, dx = offset[v * k + u]",
        hint="The offsets are read in the wrong order: tap number t is t = u k + v, row by row.",
    ),
    Mistake(
        "deformable_conv2d/shift-output",
        old=SEEN,
        new="seen = between_pixels(rows + u - k // 2 - dy, columns + v - k // 2 - dx)",
        hint="Your offsets move the other way. A tap looks at its own place PLUS the offset.",
    ),
    Mistake(
        "deformable_conv2d/swapped-fraction",
        old="((top, 1 - s), (top + 1, s))",
        new="((top, s), (top + 1, 1 - s))",
        hint="The weights of the upper and of the lower neighbour are exchanged. The nearer one counts more.",
    ),
    Mistake(
        "deformable_conv2d/truncated",
        old="top, left = np.floor(y_at).astype(int), np.floor(x_at).astype(int)",
        new="top, left = y_at.astype(int), x_at.astype(int)",
        hint="astype(int) cuts towards 0, so places between -1 and 0 get the wrong neighbours. Round down.",
    ),
]
