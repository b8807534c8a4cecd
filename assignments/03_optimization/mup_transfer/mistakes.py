from autograder.suite import Mistake

RATES = 'return {"input": lr, "hidden": lr * base / width, "output": lr}'

MISTAKES = [
    Mistake(
        "mup_transfer/input-scaled",
        old=RATES,
        new='return {"input": lr * base / width, "hidden": lr * base / width, "output": lr}',
        hint="The first matrix gets a smaller rate, too. Its sums run over the inputs, whose number does not grow with the "
        "width.",
    ),
    Mistake(
        "mup_transfer/no-multiplier",
        old="return self.multiplier * self.output(h)",
        new="return self.output(h)",
        hint="The factor base / width before the output is missing: in a wide net a step would change the logits far more.",
    ),
    Mistake(
        "mup_transfer/lr-by-root",
        old="lr * base / width",
        new="lr * (base / width) ** 0.5",
        hint="The hidden rate falls with the root of the width. All moves of Adam may have the same direction, so their "
        "sum grows with the width itself.",
    ),
    Mistake(
        "mup_transfer/all-scaled",
        old=RATES,
        new='return dict.fromkeys(("input", "hidden", "output"), lr * base / width)',
        hint="All three rates are scaled. Only the hidden matrix has sums that grow with the width and no factor to make "
        "up for it.",
    ),
]
