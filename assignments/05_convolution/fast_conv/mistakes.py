from autograder.suite import Mistake

PRODUCT = "rows = parts @ kernels.transpose(0, 2, 1)"
OUT = "out = rows.transpose(1, 0, 2).reshape(n, h_out, w_out, f).transpose(0, 3, 1, 2)"

MISTAKES = [
    Mistake(
        "conv2d_im2col/four-loops",
        old=PRODUCT + "  # (groups, N H' W', F / groups)\n    " + OUT,
        new="""xp = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    out = np.zeros((n, f, h_out, w_out))
    for image in range(n):
        for kernel in range(f):
            part = kernel // (f // groups) * seen
            for i in range(h_out):
                for j in range(w_out):
                    window = xp[image, part : part + seen, i * stride : i * stride + kh, j * stride : j * stride + kw]
                    out[image, kernel, i, j] = (window * w[kernel]).sum()""",
        hint="Your numbers are right, but they take too long: numpy is called once for every output. Write the windows as "
        "rows of a matrix, and "
        "let one product do the work.",
    ),
    Mistake(
        "conv2d_im2col/places-last",
        old=OUT,
        new="out = rows.transpose(1, 0, 2).reshape(n, f, h_out, w_out)",
        hint="The rows of the product are places, and its columns are kernels. A reshape to (N, F, H', W') mixes them up: "
        "reshape to "
        "(N, H', W', F) first, then move the axis.",
    ),
    Mistake(
        "conv2d_im2col/groups-ignored",
        old=PRODUCT,
        new="rows = parts.mean(axis=0, keepdims=True) * groups @ kernels.transpose(0, 2, 1) / groups",
        hint="Your groups see each other's channels. A kernel sees the channels of its own part only.",
    ),
    Mistake(
        "conv2d_im2col/groups-interleaved",
        old="parts = cols.reshape(len(cols), groups, -1).transpose(1, 0, 2)",
        new="parts = cols.reshape(len(cols), seen, groups, -1).transpose(2, 0, 1, 3).reshape(groups, len(cols), -1)",
        hint="The channels are dealt out in turn. The first C / groups channels belong to the first group, the next ones to "
        "the second.",
    ),
    Mistake(
        "conv2d_im2col/bias-lost",
        old="out = out + b[:, None, None]",
        new="out = out + 0 * b[:, None, None]",
        hint="The bias is missing.",
    ),
    Mistake(
        "conv2d_im2col/dout-unmoved",
        old="drows = dout.transpose(0, 2, 3, 1).reshape(-1, groups, f // groups)",
        new="drows = dout.reshape(-1, groups, f // groups)",
        hint="In the backward pass, dout is (N, F, H', W'), and its kernels have to be the columns of a matrix. Move the axis "
        "before "
        "you reshape.",
    ),
    Mistake(
        "conv2d_im2col/db-mean",
        old="db = dout.sum(axis=(0, 2, 3))",
        new="db = dout.mean(axis=(0, 2, 3))",
        hint="Your db is a mean over images and places. One bias is added at all of them, so its gradient is the sum.",
    ),
    Mistake(
        "conv2d_im2col/dw-mean",
        old="dw = (drows.transpose(0, 2, 1) @ parts).reshape(w.shape)",
        new="dw = (drows.transpose(0, 2, 1) @ parts).reshape(w.shape) / len(dout)",
        hint="Your dw is divided by the number of images. A mean over the batch belongs to the loss and is in dout already.",
    ),
    Mistake(
        "conv2d_im2col/backward-loops",
        old="""    dw = (drows.transpose(0, 2, 1) @ parts).reshape(w.shape)
    dparts = drows @ w.reshape(groups, f // groups, -1)""",
        new="""    kernels = w.reshape(groups, f // groups, -1)
    dw, dparts = np.zeros(kernels.shape), np.zeros(parts.shape)
    for g in range(groups):
        for place in range(parts.shape[1]):
            for kernel in range(f // groups):
                dw[g, kernel] += drows[g, place, kernel] * parts[g, place]
                dparts[g, place] += drows[g, place, kernel] * kernels[g, kernel]
    dw = dw.reshape(w.shape)""",
        hint="Your gradients are right, but they take too long: numpy is called for every place and every kernel. The sums "
        "over places and over kernels are products of matrices.",
    ),
]
