from autograder.suite import Mistake

SIZE = "return (n + 2 * pad - span) // stride + 1"

MISTAKES = [
    Mistake(
        "conv_output_size/ceil",
        old=SIZE,
        new="return -(-(n + 2 * pad - span) // stride) + 1",
        hint="You round up. A last window that does not fit entirely is dropped, so the division is rounded down.",
    ),
    Mistake(
        "conv_output_size/pad-once",
        old=SIZE,
        new="return (n + pad - span) // stride + 1",
        hint="The padding is counted once. There are zeros on both sides, so the input grows by twice the padding.",
    ),
    Mistake(
        "conv_output_size/raw-kernel",
        old="span = dilation * (k - 1) + 1",
        new="span = k",
        hint="The dilation is left out. Taps that stand apart span more entries than there are taps.",
    ),
    Mistake(
        "conv_output_size/no-plus-one",
        old=SIZE,
        new="return (n + 2 * pad - span) // stride",
        hint="One window is missing: the division counts the steps of the window, and there is a window before the first step.",
    ),
    Mistake(
        "conv_output_size/plus-one-inside",
        old=SIZE,
        new="return (n + 2 * pad - span + 1) // stride",
        hint="The + 1 stands inside the division. With stride 1 that is the same; with a greater stride the first "
        "window is lost or gained by rounding.",
    ),
    Mistake(
        "conv_output_size/conv-for-transposed",
        old="size = (n - 1) * stride - 2 * pad + span + output_pad",
        new="size = (n + 2 * pad - span) // stride + 1 + output_pad",
        hint="A transposed convolution gets the size of an ordinary one. It goes the other way: the stride spreads "
        "the inputs out, and the padding is cut off.",
    ),
]
