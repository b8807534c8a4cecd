from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "early_stopping/le",
        old="val < self.best - self.min_delta",
        new="val <= self.best - self.min_delta",
        hint="You count a tie as an improvement: an epoch that is better by exactly min_delta, or, with min_delta = 0, "
        "one that is just as good. On a plateau such a stopper never stops.",
    ),
    Mistake(
        "early_stopping/no-reset",
        old="            self.counter = 0\n        else:",
        new="        else:",
        hint="Your count of bad epochs is never set back. Patience is about epochs in a row: what happens to the "
        "count at an improvement?",
    ),
    Mistake(
        "early_stopping/tiny-best",
        old="            self.counter += 1",
        new="            self.counter += 1\n            self.best = min(self.best, val)",
        hint="A gain too small to count still lowers your best value. Then a loss that falls slowly but steadily never "
        "improves, since every gain is measured from the epoch before; measure it from the last improvement.",
    ),
    Mistake(
        "early_stopping/late",
        old="self.counter >= self.patience",
        new="self.counter > self.patience",
        hint="You stop one epoch late. With patience n, the n-th epoch in a row without improvement is the last.",
    ),
    Mistake(
        "early_stopping/last-params",
        old="            self.best_params = [theta.copy() for theta in params]\n            self.counter = 0",
        new="            self.counter = 0",
        also=(
            (
                "        return self.counter",
                "        self.best_params = [theta.copy() for theta in params]\n        return self.counter",
            ),
        ),
        hint="Your best_params are those of the last epoch. By the time training stops, the model has been getting "
        "worse for a while; the parameters to keep are those of the last improvement.",
    ),
    Mistake(
        "early_stopping/alias",
        old="[theta.copy() for theta in params]",
        new="params",
        hint="You keep the very arrays that training goes on changing, so the best parameters change too. Copy what "
        "is in the arrays; a new list of the same arrays is not enough.",
    ),
    Mistake(
        "early_stopping/no-delta",
        old="val < self.best - self.min_delta",
        new="val < self.best",
        hint="Any gain counts as an improvement, however small: min_delta is not used. It is the least by which the "
        "loss must fall.",
    ),
]
