from autograder.suite import Mistake

ELEMENTWISE = "return dout * dphi(z)"
SIGMOID = "return dout * s * (1 - s)"
TANH = "return dout * (1 - t**2)"
RELU = "return np.where(z > 0, dout, alpha * dout)"
DALPHA = "dalpha = float((dout * z)[closed].sum())"

MISTAKES = [
    Mistake(
        "activation_backward/elementwise-matmul",
        old=ELEMENTWISE,
        new="return dout @ dphi(z)",
        hint="You use a matrix product. It mixes entries, but here each output depends on one input alone: the Jacobian "
        "is diagonal.",
    ),
    Mistake(
        "activation_backward/elementwise-at-output",
        old=ELEMENTWISE,
        new="return dout * dphi(dphi(z))",
        hint="The slope is taken at a value that has already gone through a function. phi' belongs at what went into "
        "phi: that is z.",
    ),
    Mistake(
        "activation_backward/elementwise-dout-ignored",
        old=ELEMENTWISE,
        new="return dphi(z)",
        hint="You return the slope alone. It has to be multiplied with what comes from above: how much the loss cares.",
    ),
    Mistake(
        "activation_backward/elementwise-at-dout",
        old=ELEMENTWISE,
        new="return dphi(dout) * z",
        hint="z and dout have changed places. Slopes are taken at what went forward, z, and multiply what comes back, dout.",
    ),
    Mistake(
        "activation_backward/sigmoid-output-as-input",
        old=SIGMOID,
        new="s = 1 / (1 + np.exp(-s))\n    return dout * s * (1 - s)",
        hint="You send s through the sigmoid once more. It is already the sigmoid of z.",
    ),
    Mistake(
        "activation_backward/sigmoid-dout-ignored",
        old=SIGMOID,
        new="return s * (1 - s)",
        hint="You return the slope alone. It has to be multiplied with dout, which comes from above.",
    ),
    Mistake(
        "activation_backward/sigmoid-plus",
        old=SIGMOID,
        new="return dout * s * (1 + s)",
        hint="A sign: your slope keeps growing with s. The sigmoid is flat at both ends, where s is near 0 and where it is "
        "near 1.",
    ),
    Mistake(
        "activation_backward/sigmoid-squared",
        old=SIGMOID,
        new="return dout * s**2",
        hint="Your slope is the square of s. That is one of the terms only; the sigmoid is flat where s is near 1, too.",
    ),
    Mistake(
        "activation_backward/tanh-square-outside",
        old=TANH,
        new="return dout * (1 - t) ** 2",
        hint="You square the difference from 1. Check t = -1: tanh is as flat there as at t = 1.",
    ),
    Mistake(
        "activation_backward/tanh-linear",
        old=TANH,
        new="return dout * (1 - t)",
        hint="Your slope falls in a straight line from t = -1 to t = 1. tanh is steepest in the middle: a square is missing.",
    ),
    Mistake(
        "activation_backward/tanh-output-as-input",
        old=TANH,
        new="return dout * (1 - np.tanh(t) ** 2)",
        hint="You take tanh of t once more. It is already the tanh of z.",
    ),
    Mistake(
        "activation_backward/tanh-dout-ignored",
        old=TANH,
        new="return 1 - t**2",
        hint="You return the slope alone. It has to be multiplied with dout, which comes from above.",
    ),
    Mistake(
        "activation_backward/relu-mask-dout",
        old=RELU,
        new="return np.where(dout > 0, dout, alpha * dout)",
        hint="You let the sign of dout decide what passes. The unit was on or off in the forward pass: look at z. A "
        "negative gradient goes through an open unit unchanged.",
    ),
    Mistake(
        "activation_backward/relu-ge-zero",
        old="np.where(z > 0,",
        new="np.where(z >= 0,",
        hint="At z = 0 you let the whole gradient pass. Both slopes could be defended at the kink; here, as in most "
        "libraries, it is that of the negative side.",
    ),
    Mistake(
        "activation_backward/relu-alpha-ignored",
        old="alpha * dout",
        new="0.0 * dout",
        hint="Where z is negative nothing passes, whatever alpha is. That is right for plain ReLU only.",
    ),
    Mistake(
        "activation_backward/relu-alpha-positive",
        old=RELU,
        new="return np.where(z > 0, alpha * dout, dout)",
        hint="alpha is on the wrong side: it is the slope where z is negative. Where z is positive the slope is 1.",
    ),
    Mistake(
        "activation_backward/relu-in-place",
        old=RELU,
        new="dout[z <= 0] *= alpha\n    return dout",
        hint="Your numbers are right, but you write them into dout. Where the output went to several consumers, others may "
        "still need that array: work on a copy.",
    ),
    Mistake(
        "prelu_backward/positive-side",
        old=DALPHA,
        new="dalpha = float((dout * z)[~closed].sum())",
        hint="You collect the gradient of alpha where z is positive. There the output is z, and alpha plays no part in it.",
    ),
    Mistake(
        "prelu_backward/averaged",
        old=DALPHA,
        new="dalpha = float((dout * z)[closed].mean()) if closed.any() else 0.0",
        hint="You average over the entries. One alpha serves all of them, so what they contribute adds up.",
    ),
    Mistake(
        "prelu_backward/unsummed",
        old=DALPHA,
        new="dalpha = dout * z * closed",
        hint="Your dalpha is an array. There is one alpha, so there is one number: how does it get what every entry sends "
        "back?",
    ),
    Mistake(
        "prelu_backward/alpha-times",
        old=DALPHA,
        new="dalpha = float(alpha * (dout * z)[closed].sum())",
        hint="Your dalpha has a factor alpha too many. Differentiate alpha z with respect to alpha: what is left?",
    ),
]
