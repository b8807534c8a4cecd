from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "mlp_gd_step/sequential",
        old="delta = delta @ weight.T * (cache",
        new="delta = delta @ new[-1][0].T * (cache",
        hint="The delta of a hidden layer is taken with weights that have already made their step. All gradients belong "
        "to one point: compute them all from the old weights, then update.",
    ),
    Mistake(
        "mlp_gd_step/no-half",
        old="delta = (h - t) / len(x)",
        new="delta = 2 * (h - t) / len(x)",
        hint="Your steps are twice too long. The loss here has a half in front of the square.",
    ),
    Mistake(
        "mlp_gd_step/no-mean",
        old="delta = (h - t) / len(x)",
        new="delta = h - t",
        hint="Your step grows with the number of rows. The loss is a mean over the batch.",
    ),
    Mistake(
        "mlp_gd_step/dead-leak",
        old="delta = delta @ weight.T * (cache[layer - 1][1] > 0)",
        new="delta = delta @ weight.T",
        hint="Gradient flows through hidden units that are switched off. Where z is negative, "
        "ReLU is flat and lets nothing back.",
    ),
    Mistake(
        "mlp_gd_step/output-leak",
        old='    if out_act == "relu":\n        delta = delta * (z > 0)\n',
        new="",
        hint="With ReLU on the output, an output that is switched off still passes its error on. The slope of the output's "
        "activation belongs to its delta.",
    ),
    Mistake(
        "mlp_gd_step/bias-frozen",
        old="bias - lr * delta.sum(axis=0)",
        new="bias",
        hint="The biases do not move. They are parameters like the weights.",
    ),
    Mistake(
        "mlp_gd_step/ascent",
        old="(weight - lr * h_in.T @ delta, bias - lr * delta.sum(axis=0))",
        new="(weight + lr * h_in.T @ delta, bias + lr * delta.sum(axis=0))",
        hint="You go uphill. The gradient points to where the loss grows.",
    ),
    Mistake(
        "mlp_gd_step/in-place",
        old="new.append((weight - lr * h_in.T @ delta, bias - lr * delta.sum(axis=0)))\n"
        "        if layer > 0:\n"
        "            delta = delta @ weight.T * (cache[layer - 1][1] > 0)",
        new="new.append((weight, bias))\n"
        "        step, delta_here = h_in.T @ delta, delta\n"
        "        if layer > 0:\n"
        "            delta = delta @ weight.T * (cache[layer - 1][1] > 0)\n"
        "        weight -= lr * step\n"
        "        bias -= lr * delta_here.sum(axis=0)",
        hint="Your numbers are right, but the parameters that came in are overwritten with them. "
        "Other code may still need the old ones.",
    ),
]
