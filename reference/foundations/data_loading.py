"""A data set that hands out samples, and a loader that hands out batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np


class ArrayDataset:
    """Samples and labels by number, like a list of pairs.

    `dataset[i]` is the pair (transform(X[i]), y[i]) of one sample, without a batch axis; without a transform the sample is
    X[i]. The transform is called when a sample is asked for, once each time, and never before. Negative i count from the end,
    as in lists; what lies outside raises IndexError. X and y are never changed, even if the transform writes into what it is
    given.
    """

    def __init__(self, X: np.ndarray, y: np.ndarray, transform: Callable[[np.ndarray], Any] | None = None) -> None:
        """Keep the data. If X and y have different lengths, ValueError is raised."""
        if len(X) != len(y):
            raise ValueError("X and y differ in length")
        self.X, self.y, self.transform = X, y, transform

    def __len__(self) -> int:
        """The number of samples."""
        return len(self.X)

    def __getitem__(self, i: int) -> tuple[Any, Any]:
        """The sample with number i, and its label."""
        x = self.X[i].copy()  # numpy raises IndexError outside
        if self.transform is not None:
            x = self.transform(x)
        return x, self.y[i]


class BatchLoader:
    """Goes through a data set in batches.

        for xb, yb in BatchLoader(dataset, 32, True, False, rng): ...

    Each batch is a pair of arrays, the samples stacked to (B, ...) and their labels to (B,). Every `for` loop over the loader
    is a new epoch, in which every sample occurs once, whether or not the loop before ran to its end. With `shuffle`, each epoch
    takes a permutation of all samples from `rng`; without it, the order is that of the data set. If the batch size does not
    divide the number of samples, the last batch is smaller; with `drop_last` it is left out.
    """

    def __init__(self, dataset: Any, batch_size: int, shuffle: bool, drop_last: bool, rng: np.random.Generator) -> None:
        """Keep what is needed. A batch_size below 1 raises ValueError.

        Args:
            dataset: has a length, and `dataset[i]` is a pair (x, y), like your `ArrayDataset`.
            batch_size: B.
            shuffle, drop_last: as above.
            rng: a numpy generator, for the permutations.
        """
        if batch_size < 1:
            raise ValueError("batch_size is below 1")
        self.dataset, self.batch_size = dataset, batch_size
        self.shuffle, self.drop_last, self.rng = shuffle, drop_last, rng

    def __len__(self) -> int:
        """The number of batches in an epoch."""
        full, left = divmod(len(self.dataset), self.batch_size)
        return full if self.drop_last or left == 0 else full + 1

    def __iter__(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """The batches of one epoch."""
        n = len(self.dataset)
        order = self.rng.permutation(n) if self.shuffle else np.arange(n)
        for batch in range(len(self)):
            chosen = order[batch * self.batch_size : (batch + 1) * self.batch_size]
            samples = [self.dataset[int(i)] for i in chosen]
            yield np.stack([x for x, _ in samples]), np.stack([y for _, y in samples])
