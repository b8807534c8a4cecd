from autograder.suite import Mistake

ELEMENTWISE = "return dout * dphi(z)"
SIGMOID = "return dout * s * (1 - s)"
TANH = "return dout * (1 - t**2)"
RELU = "return np.where(z > 0, dout, alpha * dout)"

MISTAKES = [
    Mistake(
        "elementwise_backward/matmul",
        old=ELEMENTWISE,
        new="return dout @ dphi(z)",
        hint="You use a matrix product. It mixes entries, but here each output depends on one input alone: the Jacobian "
        "is diagonal.",
    ),
    Mistake(
        "elementwise_backward/at-output",
        old=ELEMENTWISE,
        new="return dout * dphi(dphi(z))",
        hint="The slope is taken at a value that has already gone through a function. phi' belongs at what went into "
        "phi: that is z.",
    ),
    Mistake(
        "elementwise_backward/dout-ignored",
        old=ELEMENTWISE,
        new="return dphi(z)",
        hint="You return the slope alone. It has to be multiplied with what comes from above: how much the loss cares.",
    ),
    Mistake(
        "elementwise_backward/at-dout",
        old=ELEMENTWISE,
        new="return dphi(dout) * z",
        hint="z and dout have changed places. Slopes are taken at what went forward, z, and multiply what comes back, dout.",
    ),
    Mistake(
        "sigmoid_backward/output-as-input",
        old=SIGMOID,
        new="s = 1 / (1 + np.exp(-s))\n    return dout * s * (1 - s)",
        hint="You send s through the sigmoid once more. It is already the sigmoid of z.",
    ),
    Mistake(
        "sigmoid_backward/dout-ignored",
        old=SIGMOID,
        new="return s * (1 - s)",
        hint="You return the slope alone. It has to be multiplied with dout, which comes from above.",
    ),
    Mistake(
        "sigmoid_backward/plus",
        old=SIGMOID,
        new="return dout * s * (1 + s)",
        hint="A sign: your slope keeps growing with s. The sigmoid is flat at both ends, where s is near 0 and where it is "
        "near 1.",
    ),
    Mistake(
        "sigmoid_backward/squared",
        old=SIGMOID,
        new="return dout * s**2",
        hint="Your slope is the square of s. That is one of the terms only; the sigmoid is flat where s is near 1, too.",
    ),
    Mistake(
        "tanh_backward/square-outside",
        old=TANH,
        new="return dout * (1 - t) ** 2",
        hint="You square the difference from 1. Check t = -1: tanh is as flat there as at t = 1.",
    ),
    Mistake(
        "tanh_backward/linear",
        old=TANH,
        new="return dout * (1 - t)",
        hint="Your slope falls in a straight line from t = -1 to t = 1. tanh is steepest in the middle: a square is missing.",
    ),
    Mistake(
        "tanh_backward/output-as-input",
        old=TANH,
        new="return dout * (1 - np.tanh(t) ** 2)",
        hint="You take tanh of t once more. It is already the tanh of z.",
    ),
    Mistake(
        "tanh_backward/dout-ignored",
        old=TANH,
        new="return 1 - t**2",
        hint="You return the slope alone. It has to be multiplied with dout, which comes from above.",
    ),
    Mistake(
        "relu_backward/mask-dout",
        old=RELU,
        new="return np.where(dout > 0, dout, alpha * dout)",
        hint="You let the sign of dout decide what passes. The unit was on or off in the forward pass: look at z. A "
        "negative gradient goes through an open unit unchanged.",
    ),
    Mistake(
        "relu_backward/ge-zero",
        old="np.where(z > 0,",
        new="np.where(z >= 0,",
        hint="At z = 0 you let the whole gradient pass. Both slopes could be defended at the kink; here, as in most "
        "libraries, it is that of the negative side.",
    ),
    Mistake(
        "relu_backward/alpha-ignored",
        old="alpha * dout",
        new="0.0 * dout",
        hint="Where z is negative nothing passes, whatever alpha is. That is right for plain ReLU only.",
    ),
    Mistake(
        "relu_backward/alpha-positive",
        old=RELU,
        new="return np.where(z > 0, alpha * dout, dout)",
        hint="alpha is on the wrong side: it is the slope where z is negative. Where z is positive the slope is 1.",
    ),
    Mistake(
        "relu_backward/in-place",
        old=RELU,
        new="dout[z <= 0] *= alpha\n    return dout",
        hint="Your numbers are right, but you write them into dout. Where the output went to several consumers, others may "
        "still need that array: work on a copy.",
    ),
]
