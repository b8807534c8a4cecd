from autograder.suite import Mistake

MEAN = "out += x[:, :, u : u + stride * h_out : stride, v : v + stride * w_out : stride] / k**2"
SHARED = "dx[:, :, u : u + stride * h_out : stride, v : v + stride * w_out : stride] += dout / k**2"
GLOBAL = "return np.ones((n, c, h, w)) * dout[:, :, None, None] / (h * w)"

MISTAKES = [
    Mistake(
        "avgpool2d/sum",
        old=MEAN,
        new=MEAN.removesuffix(" / k**2"),
        hint="You add the pixels of a window up and do not divide.",
    ),
    Mistake(
        "avgpool2d/one-over-k",
        old=MEAN,
        new=MEAN.replace("k**2", "k"),
        hint="You divide by k. A window of k x k has k squared pixels.",
    ),
    Mistake(
        "avgpool2d/backward-undivided",
        old=SHARED,
        new=SHARED.removesuffix(" / k**2"),
        hint="Every pixel gets the whole gradient of its window. It took part in the mean with a weight of one in "
        "k squared, and gets that share.",
    ),
    Mistake(
        "avgpool2d/overwrite",
        old=SHARED,
        new=SHARED.replace("+=", "="),
        hint="Where windows overlap, a pixel keeps the share of one of them only. Shares add up.",
    ),
    Mistake(
        "avgpool2d/channels-mixed",
        old="cache = (x.shape, k, stride)",
        new="cache = (x.shape, k, stride)\n    out = np.broadcast_to(out.mean(axis=1, keepdims=True), out.shape).copy()",
        hint="You average over the channels as well. Each channel keeps its own map.",
    ),
    Mistake(
        "global_avg_pool/over-channels",
        old="out = x.mean(axis=(2, 3))",
        new="out = x.mean(axis=1)",
        hint="You average over the channels and keep the places. It is the other way round: the places go, the channels stay.",
    ),
    Mistake(
        "global_avg_pool/keeps-space",
        old="out = x.mean(axis=(2, 3))",
        new="out = x.mean(axis=(2, 3), keepdims=True)",
        hint="The numbers are right, but the two axes of the image are still there with length 1. The output has shape (N, C).",
    ),
    Mistake(
        "global_avg_pool/sum",
        old="out = x.mean(axis=(2, 3))",
        new="out = x.sum(axis=(2, 3))",
        hint="You add the pixels up and do not divide.",
    ),
    Mistake(
        "global_avg_pool/backward-undivided",
        old=GLOBAL,
        new=GLOBAL.removesuffix(" / (h * w)"),
        hint="Every pixel gets the whole gradient. It took part in the mean with a weight of one in H * W, and "
        "gets that share.",
    ),
]
