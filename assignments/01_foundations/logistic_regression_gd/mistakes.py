from autograder.suite import Mistake

SLOPE = "slope = sigmoid(z) - y"
UPDATE = "w, b = w - lr * X.T @ slope / len(X), b - lr * slope.mean()"

MISTAKES = [
    Mistake(
        "logistic_regression_gd/sigma-prime",
        old=SLOPE,
        new="slope = (sigmoid(z) - y) * sigmoid(z) * (1.0 - sigmoid(z))",
        hint="There is an extra slope of the sigmoid in your gradient. It belongs to the squared error; with cross-entropy "
        "it cancels.",
    ),
    Mistake(
        "logistic_regression_gd/summed",
        old=UPDATE,
        new="w, b = w - lr * X.T @ slope, b - lr * slope.sum()",
        hint="Your gradient is summed over the rows. The loss is a mean, so divide by N.",
    ),
    Mistake(
        "logistic_regression_gd/sign",
        old=SLOPE,
        new="slope = y - sigmoid(z)",
        hint="You walk uphill: the loss grows. The step goes against the gradient, and the gradient is prediction minus "
        "target.",
    ),
    Mistake(
        "logistic_regression_gd/bias-frozen",
        old=UPDATE,
        new="w = w - lr * X.T @ slope / len(X)",
        hint="The bias never moves, so the border cannot get away from where it started.",
    ),
    Mistake(
        "logistic_regression_gd/signed-labels",
        old=SLOPE,
        new="slope = sigmoid(z) - (2.0 * y - 1.0)",
        hint="Your gradient takes the classes for -1 and 1. They are 0 and 1, as the probabilities that they are compared "
        "with.",
    ),
    Mistake(
        "logistic_regression_gd/log-of-zero",
        old="losses[step] = np.mean(np.logaddexp(0.0, z) - y * z)",
        new="p = sigmoid(z)\n        losses[step] = -np.mean(y * np.log(p) + (1.0 - y) * np.log(1.0 - p))",
        hint="For large sums your probability is rounded to 0 or 1 and the loss is infinite or nan. Compute the loss from "
        "the sums, as in bce_from_logits.",
    ),
]
