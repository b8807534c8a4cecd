from autograder.suite import Mistake

TAPS = "taps = xp[:, :, top : top + stride * h_out : stride, left : left + stride * w_out : stride]"
SPREAD = 'dxp[:, :, rows, columns] += np.einsum("nfij,fc->ncij", dout, w[:, :, u, v])'

MISTAKES = [
    Mistake(
        "conv2d_forward/kernel-flip",
        old="taps, w[:, :, u, v])",
        new="taps, w[:, :, -1 - u, -1 - v])",
        hint="Your kernel is turned by 180 degrees. That is the convolution of mathematics; nets use it unturned: "
        "the first entry of the kernel meets the first pixel of the window.",
    ),
    Mistake(
        "conv2d_forward/axes-swapped",
        old="taps, w[:, :, u, v])",
        new="taps, w[:, :, v, u])",
        hint="Rows and columns of the kernel are exchanged. Its third axis goes down with the rows of the image, "
        "its fourth goes to the right with the columns.",
    ),
    Mistake(
        "conv2d_forward/stride-rows-only",
        old=TAPS,
        new="taps = xp[:, :, top : top + stride * h_out : stride, left : left + w_out]",
        hint="The stride is used for rows only. The window also moves to the right by the stride.",
    ),
    Mistake(
        "conv2d_forward/pad-one-side",
        old="((0, 0), (0, 0), (pad, pad), (pad, pad))",
        new="((0, 0), (0, 0), (pad, 0), (pad, 0))",
        hint="Zeros are put at the top and at the left only. Padding goes around the image, so each axis grows at both ends.",
    ),
    Mistake(
        "conv2d_forward/bias-times-channels",
        old="out += b[:, None, None]",
        new="out += b[:, None, None] * x.shape[1]",
        hint="The bias is added once for each input channel. It belongs to the kernel as a whole: add it once, "
        "after the sum over channels.",
    ),
    Mistake(
        "conv2d_forward/dilation-ignored",
        old="top, left = u * dilation, v * dilation",
        new="top, left = u, v",
        hint="The size of your output knows the dilation, but the taps still stand side by side. Neighbouring taps "
        "are `dilation` pixels apart.",
    ),
    Mistake(
        "conv2d_backward/unflipped-dx",
        old=SPREAD,
        new='dxp[:, :, rows, columns] += np.einsum("nfij,fc->ncij", dout, w[:, :, -1 - u, -1 - v])',
        hint="In dx the kernel is turned the wrong way round. Follow one weight: what it multiplied on the way "
        "forward is the pixel to which it gives its share back. (Written as a convolution of dout, that makes "
        "the kernel turn by 180 degrees.)",
    ),
    Mistake(
        "conv2d_backward/overwrite",
        old=SPREAD,
        new='dxp[:, :, rows, columns] = np.einsum("nfij,fc->ncij", dout, w[:, :, u, v])',
        hint="A pixel lies in several windows, and you keep what the last of them says. The contributions of all "
        "windows are added up.",
    ),
    Mistake(
        "conv2d_backward/padding-kept",
        old="dx = dxp[:, :, pad : pad + x.shape[2], pad : pad + x.shape[3]]",
        new="dx = dxp",
        hint="Your dx has the size of the padded images. The padding is no part of x, so what arrives there is cut off.",
    ),
    Mistake(
        "conv2d_backward/stride-ignored",
        old="dxp[:, :, rows, columns] += np",
        new="dxp[:, :, u * dilation : u * dilation + h_out, v * dilation : v * dilation + w_out] += np",
        hint="In dx the gradients of neighbouring outputs land on neighbouring pixels. Their windows start a "
        "stride apart, and so do the places to which they give back.",
    ),
    Mistake(
        "conv2d_backward/db-mean",
        old="db = dout.sum(axis=(0, 2, 3))",
        new="db = dout.mean(axis=(0, 2, 3))",
        hint="Your db is a mean over images and places. One bias is added at all of them, so its gradient is the sum.",
    ),
    Mistake(
        "conv2d_backward/dw-mean",
        old='dw[:, :, u, v] = np.einsum("nfij,ncij->fc", dout, xp[:, :, rows, columns])',
        new='dw[:, :, u, v] = np.einsum("nfij,ncij->fc", dout, xp[:, :, rows, columns]) / len(x)',
        hint="Your dw is divided by the number of images. A mean over the batch belongs to the loss and is in dout "
        "already; here all images add up.",
    ),
]
