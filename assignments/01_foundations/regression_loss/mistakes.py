from autograder.suite import Mistake

MEAN = "return float(distance.sum() / len(pred))"

MISTAKES = [
    Mistake(
        "regression_loss/all-elements",
        old=MEAN,
        new="return float(distance.mean())",
        hint="You divide by the number of all entries. The loss is a mean over the samples; the outputs of one sample add up.",
    ),
    Mistake(
        "regression_loss/half",
        old="distance = (pred - target) ** 2",
        new="distance = (pred - target) ** 2 / 2",
        hint="Your squared loss is half of what it should be. Some books put a 1/2 in front; this course does not.",
    ),
    Mistake(
        "regression_loss/broadcast",
        old="np.shape(pred) != np.shape(target)",
        new="len(pred) != len(target)",
        hint="Shapes (N, 1) and (N,) are accepted, and numpy makes a table of N x N differences of them. Compare the shapes "
        "before anything "
        "else.",
    ),
    Mistake(
        "regression_loss/root",
        old="distance = (pred - target) ** 2",
        new="distance = np.sqrt(((pred - target) ** 2).sum(axis=1))",
        hint="You take a square root. The squared loss adds up squares and leaves them so.",
    ),
    Mistake(
        "regression_loss/mae-squared",
        old="distance = np.abs(pred - target)",
        new="distance = (pred - target) ** 2",
        hint='"mae" gives squares in your code: it should be absolute values.',
    ),
]
