from autograder.suite import Mistake

X, Y = "x_mixed = lam * x + (1 - lam) * x[perm]", "y_mixed = lam * y + (1 - lam) * y[perm]"

MISTAKES = [
    Mistake(
        "mixup/labels-hard",
        old=Y,
        new="y_mixed = y.copy()",
        hint="Your labels come out unmixed (a blend of y with itself is y, too). An input that is part cat and part "
        "dog gets a label that is part cat and part dog, with the same partner as the input.",
    ),
    Mistake(
        "mixup/images-only-perm",
        old=Y,
        new="y_mixed = lam * y + (1 - lam) * y",
        hint="Your labels are blended with themselves: the partner's label is that of example perm[n].",
        same_as="mixup/labels-hard",
    ),
    Mistake(
        "mixup/lambda-flipped",
        old=X,
        new="x_mixed = (1 - lam) * x + lam * x[perm]",
        also=((Y, "y_mixed = (1 - lam) * y + lam * y[perm]"),),
        hint="lam is the weight of the example itself; you give it to the partner.",
    ),
    Mistake(
        "mixup/two-lambdas",
        old=Y,
        new="y_mixed = (1 - lam) * y + lam * y[perm]",
        hint="Inputs and labels are blended with different weights. A label must say how much of each example is in the input.",
    ),
    Mistake(
        "mixup/in-place",
        old=X,
        new="partners = x[perm]\n    x *= lam\n    x += (1 - lam) * partners\n    x_mixed = x",
        hint="Your numbers are right, but the batch that came in is overwritten: in the next epoch your data set "
        "consists of blends. Which of your lines changes an array instead of making a new one?",
    ),
    Mistake(
        "mixup/uniform",
        old="float(rng.beta(alpha, alpha))",
        new="float(rng.random())",
        hint="Your lam is uniform, whatever alpha is. It should follow Beta(alpha, alpha), which is uniform for "
        "alpha = 1 only.",
    ),
    Mistake(
        "mixup/one-sided",
        old="float(rng.beta(alpha, alpha))",
        new="float(rng.beta(alpha, 1.0))",
        hint="The two parameters of your Beta distribution differ, so that it leans to one side. Both are alpha.",
    ),
    Mistake(
        "mixup/global-generator",
        old="float(rng.beta(alpha, alpha))",
        new="float(np.random.beta(alpha, alpha))",
        hint="You draw from numpy's global generator. Draw from the `rng` that is passed, so that a run can be repeated.",
    ),
]
