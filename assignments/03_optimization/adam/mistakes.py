from autograder.suite import Mistake

L2 = "return adam_step(theta, m, v, t, g + weight_decay * theta, lr, b1, b2, eps)"
W = "    moved, m, v = adam_step(theta, m, v, t, g, lr, b1, b2, eps)\n    return moved - lr * weight_decay * theta, m, v"
MOVE = "theta = theta - lr * m_hat / (np.sqrt(v_hat) + eps)"

MISTAKES = [
    Mistake(
        "adam_step/eps-inside",
        old="    " + MOVE,
        new="    theta = theta - lr * m_hat / np.sqrt(v_hat + eps)",
        hint="eps stands under the root, where 1e-8 acts like 1e-4: gradients below that hardly move anything. It belongs "
        "outside.",
    ),
    Mistake(
        "adam_step/uncorrected",
        old="    if bias_correction:",
        new="    if False:",
        hint="The averages are used as they are. They start at 0, so in the first steps they are too small, and v more so "
        "than m: the first step becomes about three times too long.",
    ),
    Mistake(
        "adam_step/t-minus-one",
        old="        m_hat = m / (1 - b1**t)\n        v_hat = v / (1 - b2**t)",
        new="        m_hat = m / (1 - b1 ** (t - 1))\n        v_hat = v / (1 - b2 ** (t - 1))",
        hint="Your correction uses the exponent t - 1. At the first step that divides by 0: t is 1 there, and one gradient "
        "has been seen.",
    ),
    Mistake(
        "adam_step/fed-back",
        old="    " + MOVE + "\n    return theta, m, v",
        new="    theta = theta - lr * m_hat / (np.sqrt(v_hat) + eps)\n    return theta, m_hat, v_hat",
        hint="You return the corrected averages as the state. The next step would correct them a second time: keep m and v.",
    ),
    Mistake(
        "adam_step/abs",
        old="    v = b2 * v + (1 - b2) * g**2",
        new="    v = b2 * v + (1 - b2) * np.abs(g)",
        hint="v averages the absolute value of the gradient. It is its square that is averaged, as the root is taken later.",
    ),
    Mistake(
        "adam_step/betas-swapped",
        old="    m = b1 * m + (1 - b1) * g\n    v = b2 * v + (1 - b2) * g**2",
        new="    b1, b2 = b2, b1\n    m = b1 * m + (1 - b1) * g\n    v = b2 * v + (1 - b2) * g**2",
        hint="b1 and b2 are exchanged. b1 belongs to the gradient and b2, which is nearer to 1, to its square.",
    ),
    Mistake(
        "adamw_step/l2-added-twice",
        old=L2,
        new="""penalty = weight_decay * theta
    m = b1 * m + (1 - b1) * (g + penalty) + penalty
    v = b2 * v + (1 - b2) * (g + penalty) ** 2
    return theta - lr * m / (1 - b1**t) / (np.sqrt(v / (1 - b2**t)) + eps), m, v""",
        hint="In Adam with L2, weight_decay * theta is added twice: to the gradient, and to the average once more. Once is "
        "enough.",
    ),
    Mistake(
        "adamw_step/l2-first-moment-only",
        old=L2,
        new="""m = b1 * m + (1 - b1) * (g + weight_decay * theta)
    v = b2 * v + (1 - b2) * g**2
    return theta - lr * m / (1 - b1**t) / (np.sqrt(v / (1 - b2**t)) + eps), m, v""",
        hint="In Adam with L2, the penalty is missing in v. Adam sees one gradient, with the penalty in it, and both "
        "averages are made of that.",
    ),
    Mistake(
        "adamw_step/l2-decoupled",
        old=L2,
        new="""moved, m, v = adam_step(theta, m, v, t, g, lr, b1, b2, eps)
    return moved - lr * weight_decay * theta, m, v""",
        hint="Your adam_l2_step is AdamW: m and v know nothing of the decay. Here the penalty is part of the gradient.",
    ),
    Mistake(
        "adamw_step/l2-unscaled-theta",
        old="g + weight_decay * theta, lr",
        new="g + weight_decay, lr",
        hint="In Adam with L2, you add weight_decay itself to the gradient. The gradient of the penalty is proportional to "
        "theta.",
    ),
    Mistake(
        "adamw_step/coupled",
        old=W,
        new="    return adam_step(theta, m, v, t, g + weight_decay * theta, lr, b1, b2, eps)",
        hint="Your adamw_step adds the decay to the gradient. That is Adam with L2; AdamW shrinks theta directly.",
    ),
    Mistake(
        "adamw_step/no-lr",
        old="moved - lr * weight_decay * theta",
        new="moved - weight_decay * theta",
        hint="The learning rate is missing in the decay of your AdamW. A schedule acts on the decay, too.",
    ),
    Mistake(
        "adamw_step/after",
        old="return moved - lr * weight_decay * theta, m, v",
        new="return moved * (1 - lr * weight_decay), m, v",
        hint="Your AdamW shrinks theta after the step. It is theta from before the step that decays.",
    ),
    Mistake(
        "adamw_step/eps-inside",
        old=W,
        new="""    m = b1 * m + (1 - b1) * g
    v = b2 * v + (1 - b2) * g**2
    if t < 1:
        raise ValueError("t")
    moved = theta - lr * m / (1 - b1**t) / np.sqrt(v / (1 - b2**t) + eps)
    return moved - lr * weight_decay * theta, m, v""",
        hint="In your AdamW eps stands under the root. It belongs outside, as in Adam.",
    ),
    Mistake(
        "adamw_step/decays-moment",
        old="return moved - lr * weight_decay * theta, m, v",
        new="return moved - lr * weight_decay * theta, (1 - lr * weight_decay) * m, v",
        hint="Your AdamW lets the average m decay as well. Only theta does.",
    ),
    Mistake(
        "adam_variant_step/corrected-max",
        old="        v_max = np.maximum(state[2], v)\n        v_hat = v_max / (1 - b2**t)",
        new="        v_max = np.maximum(state[2], v / (1 - b2**t))\n        v_hat = v_max",
        hint="amsgrad: your maximum is that of the corrected averages. It is taken before the correction, which is made "
        "afterwards, with the t of this step.",
    ),
    Mistake(
        "adam_variant_step/max-forgotten",
        old="eps), (m, v, v_max)",
        new="eps), (m, v, v)",
        hint="amsgrad: the maximum is not kept in the state, so the next step has forgotten it.",
    ),
    Mistake(
        "adam_variant_step/current-only",
        old="ahead = b1 * m_hat + (1 - b1) * g / (1 - b1**t)",
        new="ahead = m_hat",
        hint="nadam: you step along m_hat, as Adam does. The look-ahead weighs the new gradient once more.",
    ),
    Mistake(
        "adam_variant_step/double-correction",
        old="ahead = b1 * m_hat + (1 - b1) * g / (1 - b1**t)",
        new="ahead = (b1 * m_hat + (1 - b1) * g / (1 - b1**t)) / (1 - b1**t)",
        hint="nadam: you divide by 1 - b1^t twice. m_hat is corrected already.",
    ),
    Mistake(
        "adam_variant_step/any-name",
        old="""    if variant not in ("amsgrad", "nadam"):
        raise ValueError(f"variant is {variant!r}: amsgrad or nadam")
""",
        new="",
        hint="A variant that nobody knows is taken for one of the two. Refuse it with a ValueError.",
    ),
]
