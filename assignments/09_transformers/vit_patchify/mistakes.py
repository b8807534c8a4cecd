from autograder.suite import Mistake

MOVE = "return cut.transpose(0, 2, 4, 1, 3, 5).reshape(N, -1, C * P * P)"
BACK = "return cut.transpose(0, 3, 1, 4, 2, 5).reshape(-1, C, H, W)"
CUT_BACK = "cut = patches.reshape(-1, H // P, W // P, C, P, P)"

MISTAKES = [
    Mistake(
        "vit_patchify/reshape-only",
        old=MOVE,
        new="return x.reshape(N, -1, C * P * P)",
        hint="You only reshape. That cuts the pixels up in the order in which they lie in memory: pieces of rows, not squares.",
    ),
    Mistake(
        "vit_patchify/channel-last",
        old=MOVE,
        new="return cut.transpose(0, 2, 4, 3, 5, 1).reshape(N, -1, C * P * P)",
        also=(
            (CUT_BACK, "cut = patches.reshape(-1, H // P, W // P, P, P, C)"),
            (BACK, "return cut.transpose(0, 5, 1, 3, 2, 4).reshape(-1, C, H, W)"),
        ),
        hint="The channels of a pixel stand side by side. The order within a patch is channel, row, column: all of "
        "channel 0 first.",
    ),
    Mistake(
        "vit_patchify/column-major",
        old=MOVE,
        new="return cut.transpose(0, 4, 2, 1, 3, 5).reshape(N, -1, C * P * P)",
        also=(
            (CUT_BACK, "cut = patches.reshape(-1, W // P, H // P, C, P, P)"),
            (BACK, "return cut.transpose(0, 3, 2, 4, 1, 5).reshape(-1, C, H, W)"),
        ),
        hint="Your patches go down first. They come row by row: the second lies to the right of the first.",
    ),
    Mistake(
        "vit_patchify/transposed-patch",
        old=MOVE,
        new="return cut.transpose(0, 2, 4, 1, 5, 3).reshape(N, -1, C * P * P)",
        hint="Within a patch the pixels go down first. They come row by row.",
    ),
    Mistake(
        "vit_patchify/hw-swapped",
        old=CUT_BACK,
        new="cut = patches.reshape(-1, W // P, H // P, C, P, P)",
        also=((BACK, "return cut.transpose(0, 3, 1, 4, 2, 5).reshape(-1, C, H, W)"),),
        hint="On the way back, height and width have changed places. It shows only if they differ.",
    ),
    Mistake(
        "vit_patchify/overlapping",
        old="    _check_patch(H, W, P)\n    cut = x.reshape(N, C, H // P, P, W // P, P)\n    " + MOVE,
        new="    _check_patch(H, W, P)\n    windows = np.lib.stride_tricks.sliding_window_view(x, (P, P), axis=(2, 3))\n"
        "    return windows.transpose(0, 2, 3, 1, 4, 5).reshape(N, -1, C * P * P)",
        hint="Your patches overlap: the window moves by one pixel. It moves by a whole patch.",
    ),
    Mistake(
        "vit_patchify/back-reshape-only",
        old=BACK,
        new="return patches.reshape(-1, C, H, W)",
        hint="On the way back you only reshape. The axes have to be moved to where they came from.",
    ),
    Mistake(
        "vit_patchify/cuts-off",
        old="    N, C, H, W = x.shape\n    _check_patch(H, W, P)\n",
        new="    N, C, H, W = x.shape\n    x = x[:, :, : H // P * P, : W // P * P]\n",
        hint="What does not fill a patch is cut off without a word. The statement asks for a ValueError.",
    ),
]
