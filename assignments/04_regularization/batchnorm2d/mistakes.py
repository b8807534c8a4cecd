from autograder.suite import Mistake

STATISTICS = """mu = x.mean(axis=(0, 2, 3), keepdims=True)
    var = ((x - mu) ** 2).mean(axis=(0, 2, 3), keepdims=True)"""
NORMALISED = (
    STATISTICS
    + """
    std = np.sqrt(var + eps)
    x_hat = (x - mu) / std
    out = gamma[:, None, None] * x_hat + beta[:, None, None]"""
)

MISTAKES = [
    Mistake(
        "batchnorm2d_forward/per-pixel",
        old=STATISTICS,
        new=STATISTICS.replace("(0, 2, 3)", "0"),
        hint="Every pixel has statistics of its own: you average over the batch only. A filter answers at every "
        "place, so all places of a channel share one mean and one variance.",
    ),
    Mistake(
        "batchnorm2d_forward/per-sample",
        old=STATISTICS,
        new=STATISTICS.replace("(0, 2, 3)", "(2, 3)"),
        hint="Every image has statistics of its own: you average over its pixels only (that is instance "
        "normalisation). Batch norm averages over the batch as well.",
    ),
    Mistake(
        "batchnorm2d_forward/channel-mixed",
        old=STATISTICS,
        new=STATISTICS.replace("(0, 2, 3)", "(0, 1, 2, 3)"),
        hint="One mean and one variance serve all channels. Each channel is another feature, and is normalised "
        "by itself: it is the one axis that is not averaged over.",
    ),
    Mistake(
        "batchnorm2d_forward/reshape",
        old=NORMALISED,
        new="""rows = x.reshape(-1, x.shape[1])
    std = np.sqrt(rows.var(axis=0) + eps)
    x_hat = (rows - rows.mean(axis=0)) / std
    out = (gamma * x_hat + beta).reshape(x.shape)
    x_hat, std = x_hat.reshape(x.shape), std.reshape(1, -1, 1, 1)""",
        hint="You reshape (N, C, H, W) to (N*H*W, C) at once. A reshape keeps the order in memory, where the "
        "pixels of a row stand side by side; so your columns are not channels. Bring the channel axis to "
        "the end before you flatten the others.",
    ),
    Mistake(
        "batchnorm2d_forward/gamma-chw",
        old="dbeta = dout.sum(axis=(0, 2, 3))\n    dgamma = (dout * x_hat).sum(axis=(0, 2, 3))",
        new="dbeta = dout.sum(axis=0)\n    dgamma = (dout * x_hat).sum(axis=0)",
        hint="Your dgamma and dbeta have an entry for each pixel, as if gamma were of shape (C, H, W). One gamma "
        "serves a whole channel, so what all its pixels contribute is added up.",
    ),
    Mistake(
        "batchnorm2d_forward/gamma-last-axis",
        old="out = gamma[:, None, None] * x_hat + beta[:, None, None]",
        new="out = gamma * x_hat + beta",
        hint="gamma of shape (C,) times an array (N, C, H, W): numpy lines shapes up from the right, so C meets W. "
        "Give gamma two more axes behind its own.",
    ),
    Mistake(
        "batchnorm2d_forward/eps-outside",
        old="std = np.sqrt(var + eps)",
        new="std = np.sqrt(var) + eps",
        hint="eps is added to the standard deviation. It belongs to the variance, under the root; the two "
        "differ where a channel hardly varies.",
    ),
    Mistake(
        "batchnorm2d_forward/unbiased",
        old="var = ((x - mu) ** 2).mean(axis=(0, 2, 3), keepdims=True)",
        new="var = x.var(axis=(0, 2, 3), ddof=1, keepdims=True)",
        hint="Your variance is divided by N*H*W - 1. Batch normalisation uses the biased variance, divided by "
        "the number of pixels that were averaged.",
    ),
    Mistake(
        "batchnorm2d_forward/batch-count",
        old="through_mean = dout.mean(axis=(0, 2, 3), keepdims=True)\n"
        "    through_variance = x_hat * (dout * x_hat).mean(axis=(0, 2, 3), keepdims=True)",
        new="through_mean = dout.sum(axis=(0, 2, 3), keepdims=True) / len(dout)\n"
        "    through_variance = x_hat * (dout * x_hat).sum(axis=(0, 2, 3), keepdims=True) / len(dout)",
        hint="The means inside dx are divided by N. The forward pass averaged over N*H*W values of a channel, so "
        "its derivative divides by as many.",
    ),
    Mistake(
        "batchnorm2d_forward/constant-stats",
        old="(dout - through_mean - through_variance)",
        new="dout",
        hint="Your dx treats the mean and the variance as constants. Both are computed from x, so two more "
        "paths lead from the loss to x; add their contributions.",
    ),
]
