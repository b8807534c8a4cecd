from autograder.suite import Mistake

SPLIT = "return raw[:, :half], np.exp(raw[:, half:])"

MISTAKES = [
    Mistake(
        "predict_from_params/multilabel-softmax",
        old='    if task in ("binary", "multilabel"):\n        return sigmoid(raw)\n',
        new='    if task == "binary":\n        return sigmoid(raw)\n'
        '    if task == "multilabel":\n        return softmax(raw, axis=1)\n',
        hint="Your labels compete: with softmax one becomes less likely when another becomes more likely. Independent "
        "labels have a sigmoid each.",
    ),
    Mistake(
        "predict_from_params/var-raw",
        old=SPLIT,
        new="return raw[:, :half], raw[:, half:]",
        hint="Your variance is the raw output, which may be negative. The raw output is its logarithm.",
    ),
    Mistake(
        "predict_from_params/std",
        old=SPLIT,
        new="return raw[:, :half], np.exp(raw[:, half:]) ** 2",
        hint="You take the exponential for a standard deviation and square it. It is the variance already.",
    ),
    Mistake(
        "predict_from_params/interleaved",
        old=SPLIT,
        new="return raw[:, ::2], np.exp(raw[:, 1::2])",
        hint="You take every second column. The means are the first half of the columns, the variances the second half.",
    ),
    Mistake(
        "predict_from_params/binary-softmax",
        old='    if task in ("binary", "multilabel"):\n        return sigmoid(raw)\n',
        new='    if task == "multilabel":\n        return sigmoid(raw)\n'
        '    if task == "binary":\n        return softmax(raw, axis=1)\n',
        hint="A softmax over a single output is always 1. One yes-or-no question needs a sigmoid.",
    ),
    Mistake(
        "predict_from_params/var-scale",
        old="return mu + np.sqrt(var) * u",
        new="return mu + var * u",
        hint="You multiply u by the variance. The spread of a distribution is its standard deviation.",
    ),
    Mistake(
        "predict_from_params/flipped",
        old="np.where(u < params, 1.0, 0.0)",
        new="np.where(u > params, 1.0, 0.0)",
        hint='Your samples say "yes" with probability 1 - p. A uniform number is below p with probability p.',
    ),
    Mistake(
        "predict_from_params/mode-strict",
        old="params >= 0.5",
        new="params > 0.5",
        hint="At p = 1/2 you say no. The border counts as yes, as for the step of a neuron.",
    ),
    Mistake(
        "predict_from_params/index",
        old="return np.eye(classes)[chosen]",
        new="return chosen * 1.0",
        hint="You return the number of the class. The prediction is a one-hot row, so that mode, mean and sample have one "
        "shape.",
    ),
    Mistake(
        "predict_from_params/shared-u",
        old="<= u[:, None]",
        new="<= u[0]",
        hint="One u decides for the whole batch. Every row has its own.",
    ),
    Mistake(
        "predict_from_params/mean-rounded",
        old='            return params\n        if how == "mode":\n            return np.where(',
        new='            return np.round(params)\n        if how == "mode":\n            return np.where(',
        hint="You round the probabilities. The mean of a yes-or-no variable is p itself.",
    ),
]
