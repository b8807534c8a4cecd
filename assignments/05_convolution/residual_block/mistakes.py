from autograder.suite import Mistake

OUT = "out = np.maximum(total, 0.0) if final_relu else total"

MISTAKES = [
    Mistake(
        "residual_block_forward/relu-inside",
        old="total = x + branch",
        new="total = x + np.maximum(branch, 0.0)",
        hint="ReLU is applied to F before the sum, so the block can only add and never take away. It is applied to the sum.",
    ),
    Mistake(
        "residual_block_forward/no-skip",
        old="total = x + branch",
        new="total = branch",
        hint="The direct way is missing: x is not added.",
    ),
    Mistake(
        "residual_block_forward/skip-from-hidden",
        old="total = x + branch",
        new="total = hidden + branch",
        hint="You add the map between the two convolutions. The direct way starts before the first one, at x.",
    ),
    Mistake(
        "residual_block_forward/relu-both",
        old=OUT,
        new="out = np.maximum(x, 0.0) + branch if final_relu else total",
        hint="You apply ReLU to x and add F afterwards. ReLU is applied to the sum of the two.",
    ),
    Mistake(
        "residual_block_forward/no-inner-relu",
        old="active = np.maximum(hidden, 0.0)",
        new="active = hidden",
        hint="There is no ReLU between the two convolutions. Without it the two are one linear map.",
    ),
    Mistake(
        "residual_block_backward/no-identity",
        old="dx = delta + through_branch",
        new="dx = through_branch",
        hint="The gradient of the direct way is missing in dx. x reaches the output without any weight as well.",
    ),
    Mistake(
        "residual_block_backward/no-outer-mask",
        old="delta = dout * (total > 0) if final_relu else dout",
        new="delta = dout",
        hint="The last ReLU is left out on the way back. Where the sum was negative, nothing passes, on neither way.",
    ),
    Mistake(
        "residual_block_backward/identity-unmasked",
        old="dx = delta + through_branch",
        new="dx = dout + through_branch",
        hint="On the direct way you add dout as it came in. The last ReLU stands behind the sum, so both ways "
        "begin behind its mask.",
    ),
    Mistake(
        "residual_block_backward/inner-mask-output",
        old="dhidden = dactive * (hidden > 0)",
        new="dhidden = dactive * (total - cache1[0] > 0)",
        hint="The mask of the inner ReLU is taken from F. That ReLU acted on the output of the FIRST convolution.",
    ),
    Mistake(
        "residual_block_backward/double-skip",
        old="dx = delta + through_branch",
        new="dx = 2 * delta + through_branch",
        hint="The direct way is counted twice in dx.",
    ),
]
