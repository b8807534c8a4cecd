from autograder.suite import Mistake

SOURCE = "source = (np.arange(f * length) + 0.5) / f - 0.5"

MISTAKES = [
    Mistake(
        "upsample_interp/align-corners",
        old=SOURCE,
        new="source = np.arange(f * length) * ((length - 1) / max(1, f * length - 1))",
        hint="Your corners lie on the corners of the small image. Here a pixel's value belongs to its middle, so "
        "the first large pixel lies outside of the first small one's middle.",
    ),
    Mistake(
        "upsample_interp/no-half-pixel",
        old=SOURCE,
        new="source = np.arange(f * length) / f",
        hint="You look at i / f. The halves are missing: a pixel's value belongs to its middle, and without them the image "
        "moves.",
    ),
    Mistake(
        "upsample_interp/swapped-fraction",
        old="taps = {0: 1 - t, 1: t}",
        new="taps = {0: t, 1: 1 - t}",
        hint="The two weights are exchanged. The nearer neighbour has the greater weight.",
    ),
    Mistake(
        "upsample_interp/zero-border",
        old="matrix[np.arange(f * length), inside] += weights",
        new="matrix[np.arange(f * length), inside] += weights * (inside == left + offset)",
        hint="Neighbours outside of the image count as 0 in your result, so the image becomes dark at its border. Use the "
        "nearest pixel.",
    ),
    Mistake(
        "upsample_interp/a-half",
        old="a: float = -0.75",
        new="a: float = -0.5",
        hint="Your cubic kernel has a = -0.5. Both values are in use; here it is -0.75.",
    ),
    Mistake(
        "upsample_interp/one-axis",
        old='np.einsum("ih,nchw,jw->ncij", rows, x, columns, optimize=True)',
        new='np.einsum("ih,nchw->nciw", rows, x).repeat(f, axis=3)',
        hint="Only the rows are interpolated; columns are repeated.",
    ),
    Mistake(
        "upsample_interp/overwrite",
        old="matrix[np.arange(f * length), inside] += weights",
        new="matrix[np.arange(f * length), inside] = weights",
        hint="At the border two neighbours become the same pixel, and you keep the weight of one of them. Their weights add "
        "up.",
    ),
    Mistake(
        "upsample_interp/always-bilinear",
        old='if mode == "bilinear":',
        new="if mode:",
        hint="You interpolate linearly, whatever the mode is.",
    ),
]
