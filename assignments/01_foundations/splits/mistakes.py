from autograder.suite import Mistake

ORDER = "order = rng.permutation(n)"
RETURN = "return order[:first], order[first:second], order[second:]"

MISTAKES = [
    Mistake(
        "train_val_test_split/unshuffled",
        old=ORDER,
        new="order = np.arange(n)",
        hint="You cut the rows in their order. If the data are sorted by class, whole classes are missing in training: "
        "shuffle first.",
    ),
    Mistake(
        "train_val_test_split/floor-lost",
        old=RETURN,
        new="third = second + math.floor(ratios[2] * n)\n    return order[:first], order[first:second], order[second:third]",
        hint="Rows get lost: all three parts are rounded down. The test part takes whatever is left.",
    ),
    Mistake(
        "train_val_test_split/overlap",
        old=RETURN,
        new="return order[:first], rng.permutation(n)[: second - first], rng.permutation(n)[: n - second]",
        hint="Your parts are drawn independently of each other, so they overlap. Cut one permutation into three.",
    ),
    Mistake(
        "train_val_test_split/replacement",
        old=ORDER,
        new="order = rng.integers(n, size=n)",
        hint="Rows are drawn with replacement: some occur twice and others never.",
    ),
    Mistake(
        "train_val_test_split/order-swapped",
        old=RETURN,
        new="return order[:first], order[second:], order[first:second]",
        hint="Validation and test are exchanged. The order is training, validation, test.",
    ),
]
