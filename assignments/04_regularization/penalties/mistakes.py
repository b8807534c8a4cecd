from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "norm_penalty/half-missing",
        old="half_squares = 0.5 * sum(",
        new="half_squares = sum(",
        hint="Your L2 value lacks the factor 1/2, while your gradient is the one that belongs to it. Differentiate "
        "what you return as the value: is the result what you return as the gradient?",
    ),
    Mistake(
        "norm_penalty/l1-half",
        old="value = lam * (l1_share * sum_abs",
        new="value = lam * (0.5 * l1_share * sum_abs",
        also=(("lam * (l1_share * np.sign(theta)", "lam * (0.5 * l1_share * np.sign(theta)"),),
        hint="Your L1 part is halved. The 1/2 of the L2 penalty is there to cancel the 2 of its derivative; |theta| "
        "has no such 2, and no 1/2.",
    ),
    Mistake(
        "norm_penalty/sign-one",
        old="np.sign(theta)",
        new="np.where(theta >= 0, 1.0, -1.0)",
        hint="A weight that is exactly 0 gets the gradient of a positive one. There |theta| has a kink; the course "
        "takes 0, the middle of its two slopes, so that such a weight is not pushed anywhere.",
    ),
    Mistake(
        "norm_penalty/averaged",
        old="    return value, grads",
        new="    size = sum(theta.size for theta in params)\n    return value / size, [grad / size for grad in grads]",
        hint="You divide by the number of parameters. A penalty is a sum over all weights: what a weight costs does "
        "not depend on how many others there are.",
    ),
    Mistake(
        "norm_penalty/alpha-swapped",
        old='"elastic": alpha',
        new='"elastic": 1 - (alpha or 0.0)',
        hint="In your elastic penalty alpha weighs the L2 part. It is the share of the L1 part: alpha = 1 must give "
        "the L1 penalty.",
    ),
    Mistake(
        "norm_penalty/root",
        old="half_squares = 0.5 * sum((theta**2).sum() for theta in params)",
        new="half_squares = 0.5 * np.sqrt(sum((theta**2).sum() for theta in params))",
        hint="Your L2 value has the norm of the weights where its square belongs. A sign of it: doubling all weights "
        "should make the penalty four times as large.",
    ),
    Mistake(
        "norm_penalty/in-place",
        old="grads = [lam * (l1_share * np.sign(theta) + l2_share * theta) for theta in params]",
        new="grads = [np.multiply(lam, l1_share * np.sign(theta) + l2_share * theta, out=theta) for theta in params]",
        hint="Your numbers are right, but the gradients are written into the arrays that came in: the network's "
        "weights are lost.",
    ),
    Mistake(
        "norm_penalty/decay-no-lr",
        old="(1 - lr * lam) * theta",
        new="(1 - lam) * theta",
        hint="Your weights shrink by 1 - lam. The penalty's gradient, like that of the loss, is multiplied by the "
        "learning rate before it is taken off.",
    ),
    Mistake(
        "norm_penalty/decay-after",
        old="(1 - lr * lam) * theta - lr * g",
        new="(1 - lr * lam) * (theta - lr * g)",
        hint="You decay what the gradient step has already changed. Both parts belong to the old theta: the penalty's "
        "gradient is taken where that of the loss was taken.",
    ),
    Mistake(
        "norm_penalty/decay-double",
        old="1 - lr * lam",
        new="1 - 2 * lr * lam",
        hint="Your weights shrink twice as fast as they should: the 2 of the derivative of theta^2 is cancelled by "
        "the 1/2 in front of the penalty.",
    ),
    Mistake(
        "norm_penalty/decay-sign",
        old="1 - lr * lam",
        new="1 + lr * lam",
        hint="Your weights grow where they should decay. Descent goes against the gradient of the penalty too.",
    ),
    Mistake(
        "norm_penalty/step-in-place",
        old="    return (1 - lr * lam) * theta - lr * g",
        new="    theta *= 1 - lr * lam\n    theta -= lr * g\n    return theta",
        hint="Your numbers are right, but the array that came in is overwritten. Code that kept the old weights "
        "now holds the new ones.",
    ),
]
