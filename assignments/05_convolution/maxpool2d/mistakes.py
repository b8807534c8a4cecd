from autograder.suite import Mistake

WINDOWS = "windows[..., u * k + v] = xp[:, :, u : u + stride * h_out : stride, v : v + stride * w_out : stride]"
GIVEN = "dxp[:, :, rows, columns] += dout * (winner == u * k + v)"

MISTAKES = [
    Mistake(
        "maxpool2d_forward/zero-pad",
        old="constant_values=-np.inf",
        new="constant_values=0.0",
        hint="You pad with zeros, and a zero wins over negative values. Padding must never win: what number is "
        "smaller than all others?",
    ),
    Mistake(
        "maxpool2d_forward/stride-one",
        old="stride = k if stride is None else stride",
        new="stride = 1",
        hint="Your windows always move by one pixel. They move by the stride, and by k where none is given.",
    ),
    Mistake(
        "maxpool2d_forward/pools-channels",
        old="out = windows.max(axis=-1)",
        new="out = windows.max(axis=(1, -1))",
        hint="You take the maximum over the channels as well. Pooling makes maps smaller; each channel keeps its own map.",
    ),
    Mistake(
        "maxpool2d_forward/start-unstrided",
        old=WINDOWS,
        new="windows[..., u * k + v] = xp[:, :, u : u + h_out, v : v + w_out]",
        hint="There are as many windows as there should be, but they start at neighbouring pixels. Window (i, j) "
        "starts at row i * stride and column j * stride.",
    ),
    Mistake(
        "maxpool2d_forward/default-stride-one",
        old="stride = k if stride is None else stride",
        new="stride = 1 if stride is None else stride",
        hint="Without a stride your windows move by one pixel. The default is k: windows side by side.",
    ),
    Mistake(
        "maxpool2d_backward/ties-all",
        old=GIVEN,
        new="dxp[:, :, rows, columns] += dout * (windows[..., u * k + v] == windows.max(axis=-1))",
        hint="Where several pixels share the maximum, each of them gets the whole gradient, so the window gives "
        "away more than it has. The first of them takes all.",
    ),
    Mistake(
        "maxpool2d_backward/ties-split",
        old=GIVEN,
        new="tied = windows == windows.max(axis=-1, keepdims=True)\n"
        "            dxp[:, :, rows, columns] += dout * tied[..., u * k + v] / tied.sum(axis=-1)",
        hint="Where several pixels share the maximum, you share the gradient among them. That is a fair choice, "
        "but not the one made here (and in most libraries): the first takes all.",
    ),
    Mistake(
        "maxpool2d_backward/last-tie",
        old="winner = windows.argmax(axis=-1)",
        new="winner = k * k - 1 - windows[..., ::-1].argmax(axis=-1)",
        hint="Where several pixels share the maximum, the last one gets the gradient. It goes to the first in reading order.",
    ),
    Mistake(
        "maxpool2d_backward/overwrite",
        old=GIVEN,
        new="dxp[:, :, rows, columns] = np.where(winner == u * k + v, dout, dxp[:, :, rows, columns])",
        hint="A pixel that wins several windows keeps the gradient of one of them only. Overlapping windows add up.",
    ),
    Mistake(
        "maxpool2d_backward/unstrided-index",
        old="rows, columns = slice(u, u + stride * h_out, stride), slice(v, v + stride * w_out, stride)",
        new="rows, columns = slice(u, u + h_out), slice(v, v + w_out)",
        hint="The gradients land too close together: you add the place inside the window to i and j. Window (i, j) "
        "starts at i * stride and j * stride.",
    ),
]
