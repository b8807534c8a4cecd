import numpy as np
import pytest

from autograder.suite import Rng, assert_close, assert_equal, assert_shape, exercise

X, Y = np.arange(12.0).reshape(6, 2), np.arange(6) * 10


@exercise("array_dataset")
class TestDataset:
    def test_a_sample(self, student):
        """Sample 2 is row 2 and its label, and -1 is the last one."""
        dataset = student.ArrayDataset(X, Y)
        assert_equal(len(dataset), 6, "the length")
        x, y = dataset[2]
        assert_close(x, np.array([4.0, 5.0]), "sample 2")
        assert_equal(int(y), 20, "label 2")
        assert_equal(int(dataset[-1][1]), 50, "the last label")

    def test_outside(self, student):
        """There is no sample 6."""
        with pytest.raises(IndexError):
            student.ArrayDataset(X, Y)[6]


@exercise("batch_loader")
class TestLoader:
    def test_batches_in_order(self, student):
        """Six samples in batches of four: four and two."""
        dataset = student.given.pairs.Pairs(6)
        loader = student.BatchLoader(dataset, 4, False, False, Rng("numpy", 0))
        batches = list(loader)
        assert_equal(len(loader), 2, "the length")
        assert_shape(batches[0][0], (4, 3), "the samples of the first batch")
        assert_equal([int(y) for _, yb in batches for y in yb], [1, 4, 7, 10, 13, 16], "all labels")

    def test_shuffled(self, student):
        """Shuffled, every sample still occurs once."""
        loader = student.BatchLoader(student.given.pairs.Pairs(7), 3, True, False, Rng("numpy", 0))
        assert_equal(sorted(int(y) for _, yb in loader for y in yb), [1, 4, 7, 10, 13, 16, 19], "all labels, sorted")
