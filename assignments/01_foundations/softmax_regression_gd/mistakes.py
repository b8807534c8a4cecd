from autograder.suite import Mistake

SLOPE = "slope = (softmax(Z, axis=1) - Y) / len(X)"
UPDATE = "W, b = W - lr * X.T @ slope, b - lr * slope.sum(axis=0)"

MISTAKES = [
    Mistake(
        "softmax_regression_gd/sign",
        old=SLOPE,
        new="slope = (Y - softmax(Z, axis=1)) / len(X)",
        hint="You walk uphill: the loss grows. The gradient is probabilities minus one-hot labels, and the step goes "
        "against it.",
    ),
    Mistake(
        "softmax_regression_gd/summed",
        old=SLOPE,
        new="slope = softmax(Z, axis=1) - Y",
        hint="Your gradient is summed over the rows. The loss is a mean, so divide by N.",
    ),
    Mistake(
        "softmax_regression_gd/axis-zero",
        old=SLOPE,
        new="slope = (softmax(Z, axis=0) - Y) / len(X)",
        hint="Your softmax normalises over the batch. The probabilities of one sample have to sum to 1.",
    ),
    Mistake(
        "softmax_regression_gd/bias-summed",
        old=UPDATE,
        new="W, b = W - lr * X.T @ slope, b - lr * slope.sum(axis=0) * len(X)",
        hint="The gradient of b is not divided by N, while that of W is.",
    ),
    Mistake(
        "softmax_regression_gd/label-shift",
        old="Y = np.eye(classes)[labels]",
        new="Y = np.eye(classes)[labels - 1]",
        hint="Your one-hot labels are off by one column. Classes count from 0.",
    ),
]
