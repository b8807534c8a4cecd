from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "dropout_forward/no-scale",
        old="out = x * mask / keep",
        new="out = x * mask",
        hint="You drop units but do not scale up the survivors. On average a unit is then smaller in training than in "
        "evaluation, and the next layer sees a different scale; inverted dropout mends that in training.",
    ),
    Mistake(
        "dropout_forward/divide-by-drop",
        old="out = x * mask / keep",
        new="out = x * mask / p_drop",
        hint="You divide by the probability of being dropped. A unit survives with probability 1 - p_drop, and that is "
        "what its mean must make up for; the two agree only at p_drop = 0.5.",
    ),
    Mistake(
        "dropout_forward/eval-scaled",
        old="        out = x\n",
        new="        out = x * keep\n",
        hint="You also scale in evaluation. That belongs to classic dropout, which does not scale in training; with the "
        "inverted form the scale has already been put right.",
    ),
    Mistake(
        "dropout_forward/eval-masked",
        old="    if train:\n        out = x * mask / keep\n    else:\n        out = x\n",
        new="    out = x * mask / keep\n",
        hint="Your dropout is always on. In evaluation the whole network is used: no mask, no factor. Look at `train`.",
    ),
    Mistake(
        "dropout_forward/in-place",
        old="        out = x * mask / keep\n",
        new="        x *= mask / keep\n        out = x\n",
        hint="Your numbers are right, but x itself is overwritten. Another branch, or the backward pass of the layer "
        "before, may still need it.",
    ),
    Mistake(
        "dropout_backward/new-mask",
        old="dx = dout * mask / keep",
        new="dx = dout * (np.random.random(dout.shape) < keep) / keep",
        hint="You draw a new mask for the backward pass. The gradient belongs to the function that was computed: the "
        "units that were dropped in the forward pass, and only they, get none.",
    ),
    Mistake(
        "dropout_backward/no-scale",
        old="dx = dout * mask / keep",
        new="dx = dout * mask",
        hint="Your gradient lacks the factor 1 / (1 - p_drop). The forward pass multiplies survivors by it, so its "
        "derivative contains it.",
    ),
    Mistake(
        "dropout_backward/scale-squared",
        old="dx = dout * mask / keep",
        new="dx = dout * mask / keep**2",
        hint="You apply the factor 1 / (1 - p_drop) twice. Is it perhaps in what you cached as well?",
    ),
    Mistake(
        "dropout_backward/eval-masked",
        old="    if train:\n        dx = dout * mask / keep\n    else:\n        dx = dout\n",
        new="    dx = dout * mask / keep\n",
        hint="Your backward uses the mask in evaluation too. There the forward pass returns x, so what is its derivative?",
    ),
    Mistake(
        "dropout_backward/in-place",
        old="        dx = dout * mask / keep\n",
        new="        dout *= mask / keep\n        dx = dout\n",
        hint="Your numbers are right, but dout itself is overwritten: another branch may still need it.",
    ),
    Mistake(
        "dropout_weight_scaling/drop-factor",
        old="return keep * w, b",
        new="return p_drop * w, b",
        hint="You scale by the probability of being dropped. An input is there with probability 1 - p_drop, so that is "
        "the share of its contribution on average. (Some lecture notes print it your way; it is right only at 0.5.)",
    ),
    Mistake(
        "dropout_weight_scaling/bias-scaled",
        old="return keep * w, b",
        new="return keep * w, keep * b",
        hint="You scale the bias too. Only inputs are dropped; the bias is there whatever the mask, so its mean is the "
        "bias itself.",
    ),
    Mistake(
        "dropout_weight_scaling/inverted",
        old="return keep * w, b",
        new="return w / keep, b",
        hint="You divide where the classic form multiplies. At test time more inputs are present than in training, so "
        "each has to count for less. Dividing belongs to inverted dropout, and there to training.",
    ),
    Mistake(
        "dropout_weight_scaling/twice",
        old="return keep * w, b",
        new="return keep**2 * w, b",
        hint="Your factor is applied twice. Each input is dropped once, so its mean carries 1 - p_drop once.",
    ),
    Mistake(
        "dropout_weight_scaling/in-place",
        old="    return keep * w, b",
        new="    w *= keep\n    return w, b",
        hint="Your numbers are right, but the trained weights themselves are overwritten: scaling before each test would "
        "shrink them again and again.",
    ),
]
