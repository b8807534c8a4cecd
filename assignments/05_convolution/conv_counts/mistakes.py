from autograder.suite import Mistake

COUNT = "return c_out * (c_in // groups * kh * kw + int(bias))"
MACS = "return h_out * w_out * c_out * (c_in // groups) * k * k"

MISTAKES = [
    Mistake(
        "conv_param_count/no-bias",
        old=COUNT,
        new="return c_out * (c_in // groups * kh * kw)",
        hint="The biases are not counted. Each kernel has one, unless bias is False.",
    ),
    Mistake(
        "conv_param_count/bias-per-input",
        old=COUNT,
        new="return c_out * (c_in // groups) * (kh * kw + int(bias))",
        hint="You count a bias for every pair of an input and an output channel. A kernel has one bias, however "
        "many channels it sees.",
    ),
    Mistake(
        "conv_param_count/times-positions",
        old=COUNT,
        new="return c_out * (c_in // groups * kh * kw + int(bias)) * kh * kw",
        hint="You multiply by a number of positions. The same kernel is used at all of them, so they do not add parameters.",
    ),
    Mistake(
        "conv_param_count/groups-ignored",
        old=COUNT,
        new="return c_out * (c_in * kh * kw + int(bias))",
        hint="Every kernel of yours sees all input channels. With groups it sees those of its own group only.",
    ),
    Mistake(
        "conv_param_count/groups-twice",
        old=COUNT,
        new="return c_out // groups * (c_in // groups * kh * kw + int(bias))",
        hint="You divide the output channels by the number of groups, too. Each group has c_out / groups kernels, "
        "and there are `groups` groups: all c_out kernels are there.",
    ),
    Mistake(
        "conv_param_count/macs-input-size",
        old=MACS,
        new="return h * w * c_out * (c_in // groups) * k * k",
        hint="You count a window at every pixel of the input. There is one for every pixel of the OUTPUT.",
    ),
    Mistake(
        "conv_param_count/macs-doubled",
        old=MACS,
        new="return 2 * h_out * w_out * c_out * (c_in // groups) * k * k",
        hint="You count multiplications and additions separately. Here a multiplication with its addition is one.",
    ),
    Mistake(
        "conv_param_count/macs-groups-ignored",
        old=MACS,
        new="return h_out * w_out * c_out * c_in * k * k",
        hint="In the multiply-adds every kernel sees all input channels. With groups it sees those of its own group only.",
    ),
    Mistake(
        "conv_param_count/macs-k-once",
        old=MACS,
        new="return h_out * w_out * c_out * (c_in // groups) * k",
        hint="A window of size k has k rows of k pixels: k squared multiplications for a channel.",
    ),
]
