from autograder.suite import Mistake

MIRROR = "mirrored = np.where(flips[:, None, None, None], x[:, :, :, ::-1], x)"
WINDOW = "out[n] = padded[:, row : row + height, col : col + width]"

MISTAKES = [
    Mistake(
        "random_flip_crop/vertical",
        old=MIRROR,
        new=MIRROR.replace("x[:, :, :, ::-1]", "x[:, :, ::-1]"),
        hint="Your images stand on their heads: you reverse the rows (H). Mirroring left to right reverses the "
        "columns, the last axis.",
    ),
    Mistake(
        "random_flip_crop/channel",
        old=MIRROR,
        new=MIRROR.replace("x[:, :, :, ::-1]", "x[:, ::-1]"),
        hint="You reverse the channels: red becomes blue and nothing is mirrored. In (N, C, H, W) the columns are "
        "the last axis.",
    ),
    Mistake(
        "random_flip_crop/batch-flip",
        old=MIRROR,
        new="mirrored = x[:, :, :, ::-1] if flips.any() else x",
        hint="All images are mirrored or none. Each image has a flag of its own; a batch in which all look the same "
        "way teaches less.",
    ),
    Mistake(
        "random_flip_crop/same-offset",
        old="for n, (row, col) in enumerate(offsets):",
        new="for n, (row, col) in enumerate(offsets[:1].repeat(len(x), axis=0)):",
        hint="All images are cropped at the first image's offset. Each has a row of `offsets` to itself.",
    ),
    Mistake(
        "random_flip_crop/offset-swapped",
        old=WINDOW,
        new="out[n] = padded[:, col : col + height, row : row + width]",
        hint="The two numbers of an offset are exchanged: first the row, then the column.",
    ),
    Mistake(
        "random_flip_crop/crop-then-pad",
        old=WINDOW,
        new="window = mirrored[n, :, row : row + height - 2 * pad, col : col + width - 2 * pad]\n"
        "        out[n] = np.pad(window, ((0, 0), (pad, pad), (pad, pad)))",
        hint="You crop first and pad afterwards, so the border of every image is lost and a frame of zeros stays. "
        "Pad first; then a window of the old size fits anywhere.",
    ),
    Mistake(
        "random_flip_crop/crop-then-flip",
        old=MIRROR,
        new="mirrored = x",
        also=(("    return out", "    return np.where(flips[:, None, None, None], out[:, :, :, ::-1], out)"),),
        hint="You mirror after the crop, so that in mirrored images the shift goes the other way. The order is: "
        "mirror, pad, crop.",
    ),
    Mistake(
        "random_flip_crop/edge-fill",
        old="((0, 0), (pad, pad), (pad, pad)))",
        new='((0, 0), (pad, pad), (pad, pad)), mode="edge")',
        hint="You fill the border by repeating the edge of the image. Here it is filled with zeros.",
    ),
    Mistake(
        "random_flip_crop/in-place",
        old=MIRROR,
        new="x[flips] = x[flips][:, :, :, ::-1]\n    mirrored = x",
        hint="Your numbers are right, but the batch that came in is mirrored as well: in the next epoch the data set "
        "itself has changed. Work on a copy.",
    ),
]
