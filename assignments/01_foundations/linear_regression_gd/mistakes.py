from autograder.suite import Mistake

GRADIENTS = "dw, db = 2.0 * X.T @ rest / len(X), 2.0 * rest.mean()"
UPDATE = "w, b = w - lr * dw, b - lr * db"

MISTAKES = [
    Mistake(
        "linear_regression_gd/factor-two",
        old=GRADIENTS,
        new="dw, db = X.T @ rest / len(X), rest.mean()",
        hint="Your gradient is half of what it should be: the derivative of a square has a factor 2, and this loss has no "
        "1/2 in front.",
    ),
    Mistake(
        "linear_regression_gd/summed",
        old=GRADIENTS,
        new="dw, db = 2.0 * X.T @ rest, 2.0 * rest.sum()",
        hint="Your gradient is summed over the rows. The loss is a mean, so divide by N.",
    ),
    Mistake(
        "linear_regression_gd/bias-frozen",
        old=UPDATE,
        new="w = w - lr * dw",
        hint="The bias never moves. It has a gradient as well.",
    ),
    Mistake(
        "linear_regression_gd/sequential",
        old="dw, db = 2.0 * X.T @ rest / len(X), 2.0 * rest.mean()\n        w, b = w - lr * dw, b - lr * db",
        new="w = w - lr * 2.0 * X.T @ rest / len(X)\n        b = b - lr * 2.0 * (X @ w + b - y).mean()",
        hint="The gradient of b is computed with the new w. Compute both gradients first, then move.",
    ),
    Mistake(
        "linear_regression_gd/ascent",
        old=UPDATE,
        new="w, b = w + lr * dw, b + lr * db",
        hint="You walk uphill: the loss grows. The step goes against the gradient.",
    ),
    Mistake(
        "linear_regression_gd/losses-after",
        old="        losses[step] = np.mean(rest**2)\n",
        new="",
        also=((UPDATE, UPDATE + "\n        losses[step] = np.mean((X @ w + b - y) ** 2)"),),
        hint="Your losses are taken after each step. The first entry belongs to the start.",
    ),
]
