from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "gradient_bound/frobenius",
        old="norm = np.linalg.norm(weights[layer], 2)",
        new="norm = np.linalg.norm(weights[layer])",
        hint="Your bounds are too generous: you take the root of the sum of all squared entries. The spectral norm is the "
        "greatest singular value, the most that the matrix can stretch any vector.",
    ),
    Mistake(
        "gradient_bound/half",
        old='"sigmoid": 0.25',
        new='"sigmoid": 0.5',
        hint="Your slope of the sigmoid is too large. Its value at 0 is a half; what is its derivative there?",
    ),
    Mistake(
        "gradient_bound/slope-one",
        old='"sigmoid": 0.25',
        new='"sigmoid": 1.0',
        hint="You give the sigmoid the greatest slope 1, as if it were tanh. It is flatter than that everywhere.",
    ),
    Mistake(
        "gradient_bound/direction",
        old="return bounds",
        new="return bounds[0] / bounds",
        hint="Your product starts at the input: entry l bounds how layer l depends on the input. You are asked how the "
        "last layer depends on layer l, so the last entry is 1.",
    ),
    Mistake(
        "gradient_bound/off-by-one",
        old="bounds[layer] = bounds[layer + 1] * slope * norm",
        new="bounds[layer] = bounds[layer + 1] * slope * norm if layer < len(weights) - 1 else 1.0",
        hint="One factor is missing. Between the last two layers there is a weight matrix too, so even the bound "
        "before the last has a factor.",
    ),
    Mistake(
        "gradient_bound/summed",
        old="bounds[layer] = bounds[layer + 1] * slope * norm",
        new="bounds[layer] = bounds[layer + 1] + slope * norm",
        hint="You add the factors of the layers. Jacobians of layers on top of each other are multiplied, and so are the "
        "bounds of their norms.",
    ),
    Mistake(
        "gradient_bound/largest-entry",
        old="norm = np.linalg.norm(weights[layer], 2)",
        new="norm = np.abs(weights[layer]).max()",
        hint="You take the largest entry of a matrix for its norm. A matrix can stretch a vector by more than that.",
    ),
]
