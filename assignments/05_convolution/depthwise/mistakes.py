from autograder.suite import Mistake

TAP = "out += taps * w[:, u, v][:, None, None]"
FILTERED = "filtered, _ = depthwise_conv2d_forward(x, w_dw, np.zeros(len(w_dw)), stride, pad)"
MIXED = 'out = np.einsum("fc,ncij->nfij", w, x) + b[:, None, None]'

MISTAKES = [
    Mistake(
        "depthwise_conv2d/channel-sum",
        old=TAP,
        new="out += (taps * w[:, u, v][:, None, None]).sum(axis=1, keepdims=True)",
        hint="You add the channels up. In a depthwise convolution each channel stays on its own.",
    ),
    Mistake(
        "depthwise_conv2d/shared-kernel",
        old=TAP,
        new="out += taps * w[0, u, v]",
        hint="One kernel serves all channels. Channel c has kernel c.",
    ),
    Mistake(
        "depthwise_conv2d/flip",
        old=TAP,
        new="out += taps * w[:, -1 - u, -1 - v][:, None, None]",
        hint="Your kernels are turned by 180 degrees. The first entry of the kernel meets the first pixel of the window.",
    ),
    Mistake(
        "depthwise_conv2d/scalar-bias",
        old="out += b[:, None, None]",
        new="out += b[0]",
        hint="The first bias is added everywhere. Channel c has bias c.",
    ),
    Mistake(
        "depthwise_conv2d/dw-summed",
        old="dw[:, u, v] = (dout * xp[:, :, rows, columns]).sum(axis=(0, 2, 3))",
        new="dw[:, u, v] = (dout * xp[:, :, rows, columns]).sum()",
        hint="Your dw is summed over the channels as well. Each channel has a kernel of its own, and a gradient of its own.",
    ),
    Mistake(
        "pointwise_conv_forward/reshape-mix",
        old=MIXED,
        new="n, c, h, width = x.shape\n    out = (x.reshape(n * h * width, c) @ w.T + b).reshape(n, len(w), h, width)",
        hint="You reshape (N, C, H, W) to (N*H*W, C) at once. A reshape keeps the order in memory, so your columns "
        "are not channels. Move the channel axis to the end first.",
    ),
    Mistake(
        "pointwise_conv_forward/transposed",
        old=MIXED,
        new="matrix = w.T if w.shape[0] == w.shape[1] else w\n"
        '    out = np.einsum("fc,ncij->nfij", matrix, x) + b[:, None, None]',
        hint="The weights are used as w[c, f]. The first axis of w is the output. (With as many outputs as inputs "
        "no shape tells you.)",
    ),
    Mistake(
        "pointwise_conv_forward/spatial-sum",
        old=MIXED,
        new='out = np.einsum("fc,ncij->nf", w, x)[:, :, None, None] + b[:, None, None] + np.zeros((1, 1, *x.shape[2:]))',
        hint="You add up all pixels. Each pixel has its own output.",
    ),
    Mistake(
        "pointwise_conv_forward/no-bias",
        old=MIXED,
        new='out = np.einsum("fc,ncij->nfij", w, x)',
        hint="The bias is left out.",
    ),
    Mistake(
        "pointwise_conv_forward/relu-between",
        old="mixed, _ = pointwise_conv_forward(filtered, w_pw, b)",
        new="mixed, _ = pointwise_conv_forward(np.maximum(filtered, 0.0), w_pw, b)",
        hint="In the separable convolution you put an activation between the two parts. Here nothing stands between them.",
    ),
    Mistake(
        "pointwise_conv_forward/shared-kernel",
        old=FILTERED,
        new="filtered, _ = depthwise_conv2d_forward(x, w_dw * 0 + w_dw[0], np.zeros(len(w_dw)), stride, pad)",
        hint="In the separable convolution one depthwise kernel serves all channels. Channel c has kernel c.",
    ),
    Mistake(
        "pointwise_conv_forward/sum-then-point",
        old="mixed, _ = pointwise_conv_forward(filtered, w_pw, b)",
        new="mixed, _ = pointwise_conv_forward(filtered * 0 + filtered.sum(axis=1, keepdims=True), w_pw, b)",
        hint="In the separable convolution you add the channels up before the 1 x 1 convolution. It is the 1 x 1 "
        "convolution that mixes them.",
    ),
    Mistake(
        "pointwise_conv_forward/stride-twice",
        old="return mixed",
        new="return mixed[:, :, ::stride, ::stride]",
        hint="In the separable convolution the stride is used twice. Only the depthwise part has it.",
    ),
]
