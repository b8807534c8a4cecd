from autograder.suite import Mistake

SAMPLE = "        x = self.X[i].copy()"
ORDER = "order = self.rng.permutation(n) if self.shuffle else np.arange(n)"
YIELD = "yield np.stack([x for x, _ in samples]), np.stack([y for _, y in samples])"
LENGTH = "return full if self.drop_last or left == 0 else full + 1"

MISTAKES = [
    Mistake(
        "batch_loader/tail-never",
        old="        n = len(self.dataset)\n        " + ORDER,
        new="        n = min(len(self.dataset), len(self) * self.batch_size)\n        " + ORDER,
        hint="With drop_last your loader shuffles only the first samples, and the last ones of the data set are never seen. "
        "Shuffle all of them, then leave out what remains.",
    ),
    Mistake(
        "array_dataset/batch",
        old=SAMPLE,
        new="        x = self.X[i : i + 1 or None].copy()",
        hint="Your sample has a batch axis of length 1. One sample is X[i]; batches are made by the loader.",
    ),
    Mistake(
        "array_dataset/eager",
        old="        self.X, self.y, self.transform = X, y, transform",
        new="        self.X, self.y, self.transform = X, y, None\n"
        "        if transform is not None and len(X):\n            self.X = np.stack([transform(x.copy()) for x in X])",
        hint="You transform all samples at construction. A transform may be random, or slow: call it when a sample is asked "
        "for.",
    ),
    Mistake(
        "array_dataset/mutates",
        old=SAMPLE,
        new="        x = self.X[i]",
        hint="The transform writes into your stored data, so a sample changes every time it is asked for. Hand out a copy.",
    ),
    Mistake(
        "array_dataset/len-features",
        old="        return len(self.X)",
        new="        return self.X[0].size if len(self.X) else 0",
        hint="Your length is the number of entries of a sample. It should be the number of samples.",
    ),
    Mistake(
        "array_dataset/no-error",
        old=SAMPLE,
        new="        i = i % len(self)\n        x = self.X[i].copy()",
        hint="Numbers outside wrap around in your data set. They should raise IndexError; a for loop over it would never end.",
    ),
    Mistake(
        "batch_loader/same-order",
        old="        self.shuffle, self.drop_last, self.rng = shuffle, drop_last, rng",
        new="        self.shuffle, self.drop_last, self.rng = shuffle, drop_last, rng\n"
        "        self.fixed = rng.permutation(len(dataset))",
        also=((ORDER, "order = self.fixed if self.shuffle else np.arange(n)"),),
        hint="You draw one permutation when the loader is made, so all epochs have the same order. Draw a new one at the "
        "start of each.",
    ),
    Mistake(
        "batch_loader/drop-inverted",
        old=LENGTH,
        new="return full if not self.drop_last or left == 0 else full + 1",
        hint="drop_last works the wrong way round: the smaller batch is dropped if it should be kept.",
    ),
    Mistake(
        "batch_loader/unpaired",
        old=YIELD,
        new="labels = np.stack([y for _, y in samples])\n            yield np.stack([x for x, _ in samples]), "
        "self.rng.permutation(labels) if self.shuffle else labels",
        hint="Samples and labels are shuffled apart. Take both from the same place of one permutation.",
    ),
    Mistake(
        "batch_loader/replacement",
        old="self.rng.permutation(n) if",
        new="self.rng.integers(n, size=n) if",
        hint="You draw with replacement: in an epoch some samples occur twice and others never.",
    ),
    Mistake(
        "batch_loader/len-floor",
        old=LENGTH,
        new="return full",
        also=(
            (
                "for batch in range(len(self)):",
                "for batch in range(full_batches(n, self.batch_size, self.drop_last)):",
            ),
            (
                "        n = len(self.dataset)\n",
                "        def full_batches(n, size, drop):\n            return n // size if drop else -(-n // size)\n\n      "
                "  n = len(self.dataset)\n",
            ),
        ),
        hint="Your length does not count the smaller batch at the end, although it is handed out.",
    ),
]
