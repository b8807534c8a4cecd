from autograder.suite import Mistake

RESHAPE = "W.T.reshape(-1, c, h, w)"

MISTAKES = [
    Mistake(
        "fc_as_conv/no-transpose",
        old=RESHAPE,
        new="W.reshape(-1, c, h, w)",
        hint="You reshape W as it stands, so each kernel is made of rows. A unit's weights are a column of W.",
    ),
    Mistake(
        "fc_as_conv/channel-last",
        old=RESHAPE,
        new="W.T.reshape(-1, h, w, c).transpose(0, 3, 1, 2)",
        hint="You read a column of W in the order row, column, channel. The layer sees channel, row, column.",
    ),
    Mistake(
        "fc_as_conv/hw-swapped",
        old=RESHAPE,
        new="W.T.reshape(-1, c, w, h).transpose(0, 1, 3, 2)",
        hint="Rows and columns of the image are exchanged. Within a channel, the pixels of one row follow each other.",
    ),
    Mistake(
        "fc_as_conv/flipped",
        old=RESHAPE,
        new="W.T.reshape(-1, c, h, w)[:, :, ::-1, ::-1].copy()",
        hint="Your kernels are turned by 180 degrees. Here a convolution does not turn its kernels.",
    ),
    Mistake(
        "fc_as_conv/no-bias",
        old="b.copy()",
        new="0 * b",
        hint="The biases are lost. The convolution needs the same ones as the layer.",
    ),
]
