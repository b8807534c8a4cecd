from autograder.suite import Mistake

FLAT = "return windows.reshape(n * h_out * w_out, c * kh * kw)"
TAPS = "taps = xp[:, :, u : u + stride * h_out : stride, v : v + stride * w_out : stride]"
ADDED = "xp[:, :, u : u + stride * h_out : stride, v : v + stride * w_out : stride] += taps"
CROPPED = "return xp[:, :, pad : pad + h, pad : pad + w]"

MISTAKES = [
    Mistake(
        "im2col/pixel-major",
        old=FLAT,
        new="return windows.transpose(0, 1, 2, 4, 5, 3).reshape(n * h_out * w_out, c * kh * kw)",
        hint="Within a row you list the channels of one pixel, then those of the next. The order is channel, row, "
        "column, as in a kernel of shape (C, kh, kw) that is flattened.",
    ),
    Mistake(
        "im2col/batch-last",
        old=FLAT,
        new="return windows.transpose(1, 2, 0, 3, 4, 5).reshape(n * h_out * w_out, c * kh * kw)",
        hint="Your rows run through all images before they go on to the next place. All windows of the first image "
        "come first, then those of the second.",
    ),
    Mistake(
        "im2col/stride-one",
        old=TAPS,
        new="taps = xp[:, :, u : u + h_out, v : v + w_out]",
        hint="Your windows start at neighbouring pixels whatever the stride is. Window (i, j) starts at row i * "
        "stride and column j * stride.",
    ),
    Mistake(
        "im2col/no-pad",
        old="xp = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)))",
        new="xp, h_out, w_out = x, (h - kh) // stride + 1, (w - kw) // stride + 1\n"
        "    windows = np.empty((n, h_out, w_out, c, kh, kw))",
        hint="The padding is left out: windows that overlap the border are missing.",
    ),
    Mistake(
        "im2col/axes-swapped",
        old=FLAT,
        new="return windows.transpose(0, 1, 2, 3, 5, 4).reshape(n * h_out * w_out, c * kh * kw)",
        hint="Within a channel you list the window column by column. It is read row by row, like a text.",
    ),
    Mistake(
        "col2im/overwrite",
        old=ADDED,
        new="xp[:, :, u : u + stride * h_out : stride, v : v + stride * w_out : stride] = taps",
        hint="Where windows overlap, you keep the entry of one of them. A pixel gets the sum of its entries in all windows.",
    ),
    Mistake(
        "col2im/averaged",
        old=ADDED,
        new=ADDED + "\n    count = np.zeros(xp.shape)\n    for u in range(kh):\n        for v in range(kw):\n"
        "            count[:, :, u : u + stride * h_out : stride, v : v + stride * w_out : stride] += 1\n"
        "    xp = xp / np.maximum(count, 1)",
        hint="You divide by the number of windows over a pixel. That would undo im2col; its adjoint adds up and "
        "does not divide.",
    ),
    Mistake(
        "col2im/no-crop",
        old=CROPPED,
        new="return xp[:, :, :h, :w]",
        hint="The result is shifted by the padding: you keep the padded border at the top and at the left, and "
        "lose pixels at the other end.",
    ),
    Mistake(
        "col2im/column-order",
        old="windows = cols.reshape(n, h_out, w_out, c, kh, kw)",
        new="windows = cols.reshape(n, h_out, w_out, kh, kw, c).transpose(0, 1, 2, 5, 3, 4)",
        hint="You read a row as if the channels of one pixel stood side by side. The order is channel, row, column.",
    ),
]
