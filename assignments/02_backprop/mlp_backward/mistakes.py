from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "hidden_delta/untransposed",
        old="dh = delta_next @ w_next.T",
        new="dh = delta_next @ w_next",
        hint="You multiply by the weights the way the forward pass does. A delta travels from the outputs of the layer "
        "to its inputs, so the roles of the two axes of w_next are exchanged. Write the shapes under the product.",
    ),
    Mistake(
        "hidden_delta/at-activation",
        old="return dh * dphi(z)",
        new="return dh * dphi(np.tanh(z))",
        hint="dphi gets an activation, not the pre-activation z: as if phi had been applied once too often. Its argument "
        "here is z itself.",
    ),
    Mistake(
        "hidden_delta/no-slope",
        old="return dh * dphi(z)",
        new="return dh",
        hint="What you return is the gradient with respect to the activation h. delta belongs to z, and between the two "
        "stands phi: its slope is missing.",
    ),
    Mistake(
        "hidden_delta/slope-first",
        old="dh = delta_next @ w_next.T\n    return dh * dphi(z)",
        new="return (delta_next * dphi(z)) @ w_next.T",
        hint="You multiply by the slope before going through the weights. z lives below w_next: go through the weights "
        "first, then through phi.",
    ),
    Mistake(
        "mlp_backward/off-by-one",
        old="weight, _ = params[layer]",
        new="weight, _ = params[layer - 1]",
        hint="A delta is passed down through the weights of the wrong layer. Delta of layer l goes to layer l-1 through the "
        "weights that made z_l.",
    ),
    Mistake(
        "mlp_backward/at-activation",
        old="delta = delta * _slope(z, act)",
        new="delta = delta * _slope(cache[layer + 1][0], act)",
        hint="The slope of the activation is taken at h = phi(z). It has to be taken at z; "
        "only for ReLU it makes no difference.",
    ),
    Mistake(
        "mlp_backward/output-slope",
        old="        if layer < len(params) - 1:\n            delta = delta * _slope(z, act)",
        new="        delta = delta * _slope(z, act)",
        hint="You multiply by the slope of the activation on the last layer too. The output is linear there: out = z_L, "
        "and dout is its delta already.",
    ),
    Mistake(
        "mlp_backward/h-out",
        old="h_in.T @ delta",
        new="cache[min(layer + 1, len(cache) - 1)][0].T @ delta",
        hint="dW_l is made with the activation that layer l puts out. W_l was multiplied with what came in, h_{l-1}: look "
        "at the shapes.",
    ),
    Mistake(
        "mlp_backward/db-mean",
        old="delta.sum(axis=0)",
        new="delta.mean(axis=0)",
        hint="The bias gradient is averaged over the batch. One bias serves all rows, so what they contribute adds up; "
        "a mean, if the loss has one, is already in dout.",
    ),
    Mistake(
        "mlp_backward/no-dx",
        old="delta = delta @ weight.T",
        new="delta = delta @ weight.T if layer else delta",
        hint="What you return as dx is the delta of the first layer. It belongs to z_1; "
        "one more step, through W_1, leads to x.",
    ),
    Mistake(
        "mlp_backward/grads-reversed",
        old="return delta, grads[::-1]",
        new="return delta, grads",
        hint="Your list of gradients begins with the last layer, in the order in which they were found. Return it first "
        "layer first, as params.",
    ),
    Mistake(
        "mlp_backward/overflow",
        old="delta = delta * _slope(z, act)",
        new='slope = np.exp(z) / (1 + np.exp(z)) ** 2 if act == "sigmoid" else _slope(z, act)\n'
        "            delta = delta * slope",
        hint="Where a sigmoid unit is far from 0 your slope is not a number: an exponential overflows, and infinity is divided "
        "by infinity. The slope is there, it is 0; write it so that the exponent is never positive.",
    ),
]
