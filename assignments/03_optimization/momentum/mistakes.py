from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "momentum_step/ema",
        old="    v = mu * v + g\n",
        new="    v = mu * v + (1 - mu) * g\n",
        hint="You take a moving average: the new gradient enters with the weight 1 - mu. Here it enters whole, and the "
        "velocity may grow to 1 / (1 - mu) times the gradient.",
    ),
    Mistake(
        "momentum_step/lr-in-velocity",
        old="    v = mu * v + g\n    theta = theta - lr * v",
        new="    v = mu * v + lr * g\n    theta = theta - v",
        hint="Your velocity contains the learning rate. As long as the rate is constant the path is the same; once a "
        "schedule lowers it, old gradients still move theta with the old rate.",
    ),
    Mistake(
        "momentum_step/old-v",
        old="    v = mu * v + g\n    theta = theta - lr * v",
        new="    theta = theta - lr * v\n    v = mu * v + g",
        hint="theta moves with the velocity from before the step, so the new gradient has no effect yet. Update v first.",
    ),
    Mistake(
        "momentum_step/sign",
        old="    theta = theta - lr * v",
        new="    theta = theta + lr * v",
        hint="theta moves uphill. v collects gradients, so the step goes against it.",
    ),
    Mistake(
        "momentum_step/reset",
        old="    v = mu * v + g\n",
        new="    v = g + 0.0\n",
        hint="The velocity is the new gradient alone: nothing is remembered, and that is plain gradient descent.",
    ),
    Mistake(
        "nesterov_step/at-theta",
        old="ahead = theta - lr * mu * v",
        new="ahead = theta",
        hint="You take the gradient at theta. That is plain momentum; Nesterov takes it where the velocity is about to lead.",
    ),
    Mistake(
        "nesterov_step/from-lookahead",
        old="    theta = theta - lr * v",
        new="    theta = ahead - lr * v",
        hint="Your step starts from the point that you looked at, so the old velocity counts twice. It starts from theta.",
    ),
    Mistake(
        "nesterov_step/wrong-sign",
        old="ahead = theta - lr * mu * v",
        new="ahead = theta + lr * mu * v",
        hint="You look back to where theta came from. The velocity is subtracted in a step, so the look-ahead subtracts "
        "it, too.",
    ),
    Mistake(
        "nesterov_step/new-v",
        old="ahead = theta - lr * mu * v",
        new="ahead = theta - lr * mu * (mu * v + grad_fn(theta))",
        hint="Your look-ahead uses a velocity that already contains a new gradient. It uses the velocity from before the step.",
    ),
    Mistake(
        "nesterov_step/torch-form",
        old="    v = mu * v + grad_fn(ahead)\n    theta = theta - lr * v",
        new="    g = grad_fn(theta)\n    v = mu * v + g\n    theta = theta - lr * (g + mu * v)",
        hint="You take the gradient at theta and step along g + mu * v, as torch does. That is the same method in other "
        "variables, and gives other points. Here the gradient is taken at theta - lr * mu * v.",
    ),
]
