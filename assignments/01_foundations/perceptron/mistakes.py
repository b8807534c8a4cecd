from autograder.suite import Mistake

MOVE = """            if guess != target:
                w = w + lr * (target - guess) * x
                b = b + lr * (target - guess)
                wrong += 1"""

MISTAKES = [
    Mistake(
        "perceptron_train/updates-correct",
        old=MOVE,
        new="""            w = w + lr * (2 * target - 1) * x
            b = b + lr * (2 * target - 1)
            wrong += guess != target""",
        hint="Your weights move on every sample, also where the guess is right. The perceptron learns from mistakes only.",
    ),
    Mistake(
        "perceptron_train/sign-flipped",
        old=MOVE,
        new=MOVE.replace("target - guess", "guess - target"),
        hint="Your update goes the wrong way: it makes a wrong guess more wrong. A sample of class 1 that was missed should "
        "pull w "
        "towards itself.",
    ),
    Mistake(
        "perceptron_train/bias-frozen",
        old="                b = b + lr * (target - guess)\n",
        new="",
        hint="The bias never moves. It learns like a weight whose input is always 1.",
    ),
    Mistake(
        "perceptron_train/epoch-batch",
        old="        for x, target in zip(X, y):\n            guess = 1.0 if x @ w + b >= 0 else 0.0",
        new="        begun = w, b\n        for x, target in zip(X, y):\n"
        "            guess = 1.0 if x @ begun[0] + begun[1] >= 0 else 0.0",
        hint="All guesses of an epoch are made with the weights from its beginning. Each sample should see what the one "
        "before it "
        "has changed.",
    ),
    Mistake(
        "perceptron_train/signed-labels",
        old="guess = 1.0 if x @ w + b >= 0 else 0.0",
        new="guess = 1.0 if x @ w + b >= 0 else -1.0",
        hint="Your guesses are -1 and 1 while the labels are 0 and 1, so a right guess of class 0 counts as wrong.",
    ),
    Mistake(
        "perceptron_train/last-epoch-counted",
        old="        updates += wrong\n        if wrong == 0:\n            break",
        new="        updates = wrong",
        hint="The number that you return is that of the last epoch. Count the updates of all epochs.",
    ),
    Mistake(
        "perceptron_train/step-strict",
        old="x @ w + b >= 0 else",
        new="x @ w + b > 0 else",
        hint="At a sum of exactly 0 you guess class 0. The border belongs to class 1, as in neuron_forward.",
    ),
]
