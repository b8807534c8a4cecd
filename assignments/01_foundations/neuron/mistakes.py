from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "neuron_forward/bias-dropped",
        old="s = X @ w + b",
        new="s = X @ w",
        hint="Your neuron has no bias. Without b its decision line always goes through the origin.",
    ),
    Mistake(
        "neuron_forward/bias-after",
        old="s = X @ w + b",
        new="s = X @ w",
        also=(
            ("return 0.5 * (1.0 + np.tanh(0.5 * s))", "return b + 0.5 * (1.0 + np.tanh(0.5 * s))"),
            ("return s\n", "return s + b\n"),
            ("return np.where(s >= 0, 1.0, 0.0)", "return np.where(s >= 0, 1.0, 0.0) + b"),
            ("return np.maximum(s, 0.0)", "return np.maximum(s, 0.0) + b"),
        ),
        hint="You add b after the activation. It is a part of the sum: first s = Xw + b, then the function of s.",
    ),
    Mistake(
        "neuron_forward/step-strict",
        old="np.where(s >= 0,",
        new="np.where(s > 0,",
        hint="At a sum of exactly 0 your step is 0. Here it is 1: the border belongs to the upper side.",
    ),
    Mistake(
        "neuron_forward/step-signs",
        old="np.where(s >= 0, 1.0, 0.0)",
        new="np.where(s >= 0, 1.0, -1.0)",
        hint="Your step returns -1 and 1. Both conventions exist; this task asks for 0 and 1.",
    ),
    Mistake(
        "neuron_forward/unsummed",
        old="s = X @ w + b",
        new="s = X * w + b",
        hint="You keep the products x·w of all features apart. A neuron adds them up: one number for each sample.",
    ),
    Mistake(
        "neuron_forward/logistic-sign",
        old="np.tanh(0.5 * s)",
        new="np.tanh(-0.5 * s)",
        hint="Your logistic function falls. Look at the sign in the exponent: a large sum should give an output near 1.",
    ),
]
