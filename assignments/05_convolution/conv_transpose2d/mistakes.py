from autograder.suite import Mistake

PLACED = "full[:, :, u : u + stride * h : stride, v : v + stride * width : stride] += placed"
CROPPED = "out = full[:, :, pad : full.shape[2] - pad, pad : full.shape[3] - pad] + b[:, None, None]"
TAPS = "taps = dfull[:, :, u : u + stride * h : stride, v : v + stride * width : stride]"

MISTAKES = [
    Mistake(
        "conv_transpose2d_forward/pad-adds",
        old=CROPPED,
        new="out = np.pad(full, ((0, 0), (0, 0), (pad, pad), (pad, pad))) + b[:, None, None]",
        hint="Padding makes your output larger. It belongs to the convolution whose adjoint this is: there the "
        "border is added, so here it is cut off.",
    ),
    Mistake(
        "conv_transpose2d_forward/overwrite",
        old=PLACED,
        new=PLACED.replace("+=", "="),
        hint="Where kernels overlap, you keep one of them. They add up.",
    ),
    Mistake(
        "conv_transpose2d_forward/kernel-flip",
        old='np.einsum("ncij,cf->nfij", x, w[:, :, u, v])',
        new='np.einsum("ncij,cf->nfij", x, w[:, :, -1 - u, -1 - v])',
        hint="Your kernels are turned by 180 degrees. A pixel puts its kernel down as it is.",
    ),
    Mistake(
        "conv_transpose2d_forward/stride-on-kernel",
        old="full = np.zeros((n, f, (h - 1) * stride + kh, (width - 1) * stride + kw))",
        new="full = np.zeros((n, f, h + (kh - 1) * stride, width + (kw - 1) * stride))",
        also=(
            (
                PLACED,
                "full[:, :, u * stride : u * stride + h, v * stride : v * stride + width] += placed",
            ),
        ),
        hint="The stride spreads the taps of your kernel, which is dilation. It is the kernels of neighbouring "
        "pixels that stand a stride apart.",
    ),
    Mistake(
        "conv_transpose2d_forward/crop-one-side",
        old=CROPPED,
        new="out = full[:, :, pad:, pad:] + b[:, None, None]",
        hint="You cut the padding off at the top and at the left only. It goes from all four sides.",
    ),
    Mistake(
        "conv_transpose2d_backward/unpadded",
        old="dfull = np.pad(dout, ((0, 0), (0, 0), (pad, pad), (pad, pad)))",
        new="dfull = np.pad(dout, ((0, 0), (0, 0), (0, 2 * pad), (0, 2 * pad)))",
        hint="Your gradient is shifted by the padding. The forward pass cut off a border at the top and at the "
        "left, too; put it back before you read the windows.",
    ),
    Mistake(
        "conv_transpose2d_backward/flip",
        old='dx += np.einsum("nfij,cf->ncij", taps, w[:, :, u, v])',
        new='dx += np.einsum("nfij,cf->ncij", taps, w[:, :, -1 - u, -1 - v])',
        hint="In dx the kernel is turned by 180 degrees. dx is an ordinary convolution of dout, with the kernel as it is.",
    ),
    Mistake(
        "conv_transpose2d_backward/stride-one",
        old=TAPS,
        new="taps = dfull[:, :, u : u + h, v : v + width]",
        hint="You read neighbouring pixels of dout for neighbouring pixels of x. Their kernels stand a stride apart.",
    ),
    Mistake(
        "conv_transpose2d_backward/axes",
        old="db = dout.sum(axis=(0, 2, 3))",
        new="db = dout.sum(axis=(0, 2, 3))\n    dw = dw.transpose(1, 0, 2, 3)",
        hint="The first two axes of your dw are exchanged. Here the channels of x come first: (C, F, kh, kw).",
    ),
    Mistake(
        "conv_transpose2d_backward/db-mean",
        old="db = dout.sum(axis=(0, 2, 3))",
        new="db = dout.mean(axis=(0, 2, 3))",
        hint="Your db is a mean over images and places. One bias is added at all of them, so its gradient is the sum.",
    ),
]
