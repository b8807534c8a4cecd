from autograder.suite import Mistake

OUT = "out = x.repeat(f, axis=2).repeat(f, axis=3)"
PUT = "np.put_along_axis(planes, index.reshape(n * c, -1), x.reshape(n * c, -1), axis=1)"

MISTAKES = [
    Mistake(
        "upsampling/tile",
        old=OUT,
        new="out = np.tile(x, (1, 1, f, f))",
        hint="Whole images stand side by side. It is every pixel that is repeated.",
    ),
    Mistake(
        "upsampling/one-axis",
        old=OUT,
        new="out = x.repeat(f, axis=2)",
        hint="Only the rows are repeated. The columns are, too.",
    ),
    Mistake(
        "upsampling/block-mean",
        old="dout.reshape(n, c, h, f, w, f).sum(axis=(3, 5))",
        new="dout.reshape(n, c, h, f, w, f).mean(axis=(3, 5))",
        hint="Your dx is the mean of a block. One pixel made all f * f copies, so what they bring back is added up.",
    ),
    Mistake(
        "upsampling/offset",
        old=OUT,
        new="rows = np.minimum((np.arange(f * x.shape[2]) + 1) // f, x.shape[2] - 1)\n"
        "    columns = np.minimum((np.arange(f * x.shape[3]) + 1) // f, x.shape[3] - 1)\n"
        "    out = x[:, :, rows][:, :, :, columns]",
        hint="Your blocks begin one pixel too early. Indices count from 0: the first f rows belong to row 0.",
    ),
    Mistake(
        "upsampling/nearest",
        old=PUT,
        new="scale = height // x.shape[2]\n    planes = x.repeat(scale, axis=2).repeat(width // x.shape[3], axis=3)",
        hint="Your unpooling repeats each value over its window. It goes to one place, and the others are 0.",
    ),
    Mistake(
        "upsampling/divmod-height",
        old=PUT,
        new="rows, columns = index // height, index % height\n"
        "    index = np.minimum(rows, height - 1) * width + np.minimum(columns, width - 1)\n    " + PUT,
        hint="You divide the place by the height. A row has W entries, so row = place // W.",
    ),
    Mistake(
        "upsampling/plane-shared",
        old=PUT,
        new="index = np.broadcast_to(index[:, :1], index.shape)\n    " + PUT,
        hint="The places of the first channel serve all channels. Each plane has its own.",
    ),
    Mistake(
        "upsampling/corner",
        old=PUT,
        new="rows = np.arange(x.shape[2])[:, None] * (height // x.shape[2])\n"
        "    corner = rows * width + np.arange(x.shape[3]) * (width // x.shape[3])\n"
        "    index = np.broadcast_to(corner, index.shape)\n    " + PUT,
        hint="Every value goes to the upper left corner of its window. Its place is given by the index.",
    ),
]
