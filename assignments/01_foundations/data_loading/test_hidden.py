import numpy as np
import pytest

from autograder.suite import (
    Rng,
    assert_close,
    assert_equal,
    assert_shape,
    assert_true,
    definition,
    exercise,
    leaves_arguments,
    points,
)


def draw(rng, n=7, shape=(2, 3)):
    return rng.normal(size=(n, *shape)), rng.integers(10, size=n)


@exercise("array_dataset")
class TestDataset:
    @leaves_arguments
    @points(3)
    @definition
    def test_samples_and_labels(self, student, rng):
        """Item i is sample i without a batch axis, and label i, counted from the front or from the end."""
        for shape in ((2, 3), (4,)):
            X, y = draw(rng, shape=shape)
            dataset = student.ArrayDataset(X, y)
            for i in (0, 3, 6, -1, -7):
                x, label = dataset[i]
                assert_close(x, X[i], "the sample")
                assert_equal(int(label), int(y[i]), "the label")

    def test_the_length_is_the_number_of_samples(self, student, rng):
        """The length counts samples, not features, and may be 0."""
        for n, shape in ((7, (2, 3)), (3, (9,)), (0, (2,))):
            assert_equal(len(student.ArrayDataset(*draw(rng, n, shape))), n, "the length")

    @points(2)
    @definition
    def test_the_transform_is_applied_to_a_sample(self, student, rng):
        """With a transform, the sample is what the transform makes of it, and the label stays as it is."""
        X, y = draw(rng)
        dataset = student.ArrayDataset(X, y, np.sort)
        for i in (1, -2):
            x, label = dataset[i]
            assert_close(x, np.sort(X[i]), "the transformed sample")
            assert_equal(int(label), int(y[i]), "the label")

    @points(2)
    def test_the_transform_is_called_when_it_is_needed(self, student, rng):
        """The transform is called once for each access, and not before."""
        transform = student.given.pairs.Counting()
        dataset = student.ArrayDataset(*draw(rng), transform)
        assert_equal(int(transform.calls), 0, "calls before anything is asked for")
        for i in (2, 2, 5):
            dataset[i]
        assert_equal(int(transform.calls), 3, "calls after three accesses")

    @points(2)
    @definition
    def test_the_stored_data_stay_as_they_are(self, student, rng):
        """A transform that writes into its argument gives the same sample each time."""
        X, y = draw(rng)
        dataset = student.ArrayDataset(X, y, student.given.pairs.Counting())
        for _ in range(3):
            assert_close(dataset[2][0], 2 * X[2], "the transformed sample")

    @points(2)
    def test_outside_is_an_error(self, student, rng):
        """Numbers beyond either end raise IndexError, as in lists."""
        dataset = student.ArrayDataset(*draw(rng))
        for i in (7, 8, -8, -20):
            with pytest.raises(IndexError):
                dataset[i]

    def test_different_lengths_are_refused(self, student, rng):
        """X and y of different lengths raise ValueError."""
        X, y = draw(rng)
        with pytest.raises(ValueError):
            student.ArrayDataset(X, y[:-1])


def epoch(loader):
    """All samples and all labels of one epoch, in order, and the sizes of the batches."""
    batches = list(loader)
    for xb, yb in batches:
        assert_shape(xb, (len(xb), 3), "the samples of a batch")
        assert_shape(yb, (len(xb),), "the labels of a batch")
    samples = np.concatenate([xb for xb, _ in batches]) if batches else np.zeros((0, 3))
    labels = np.concatenate([yb for _, yb in batches]) if batches else np.zeros(0)
    return samples, labels, [len(xb) for xb, _ in batches]


@exercise("batch_loader")
class TestLoader:
    @points(3)
    @definition
    @pytest.mark.parametrize("drop_last", [False, True])
    def test_batches_in_the_order_of_the_data(self, student, rng, drop_last):
        """Without shuffling, the batches are the data in their order, cut into pieces."""
        for n, size in ((10, 4), (9, 3), (3, 5), (6, 1)):
            shift = float(rng.normal())
            loader = student.BatchLoader(student.given.pairs.Pairs(n, shift), size, False, drop_last, Rng("numpy", 1))
            kept = n // size * size if drop_last else n
            samples, labels, sizes = epoch(loader)
            assert_close(samples, np.outer(np.arange(kept), [1.0, 10.0, 100.0]) + shift, "the samples")
            assert_equal(labels.astype(int), 3 * np.arange(kept) + 1, "the labels")
            assert_equal(
                sizes,
                [len(c) for c in np.split(np.arange(kept), range(size, kept, size)) if len(c)],
                "the sizes of the batches",
            )

    @points(2)
    def test_shuffled_samples_keep_their_labels(self, student, rng):
        """Shuffled, every sample occurs once in an epoch, with its own label."""
        loader = student.BatchLoader(student.given.pairs.Pairs(23), 5, True, False, Rng("numpy", int(rng.integers(2**32))))
        samples, labels, sizes = epoch(loader)
        assert_equal(np.sort(labels.astype(int)), 3 * np.arange(23) + 1, "all labels, sorted")
        assert_close(samples[:, 0], (labels - 1) / 3.0, "the samples that belong to the labels")
        assert_equal(sizes, [5, 5, 5, 5, 3], "the sizes of the batches")

    @points(2)
    def test_every_epoch_has_its_own_order(self, student, rng):
        """Two epochs have different orders, and neither is that of the data."""
        loader = student.BatchLoader(student.given.pairs.Pairs(30), 4, True, False, Rng("numpy", int(rng.integers(2**32))))
        first, second = (epoch(loader)[1].astype(int) for _ in range(2))
        for labels in (first, second):
            assert_equal(np.sort(labels), 3 * np.arange(30) + 1, "all labels, sorted")
        assert_true(not np.array_equal(first, second), "two epochs have the same order")
        assert_true(not np.array_equal(first, np.sort(first)), "the order is that of the data")

    @definition
    def test_the_generator_decides(self, student, rng):
        """The orders are the permutations of the generator, one for each epoch."""
        seed = Rng("numpy", int(rng.integers(2**32)))
        loader, own = student.BatchLoader(student.given.pairs.Pairs(11), 4, True, False, seed), seed.build()
        for _ in range(3):
            assert_equal(epoch(loader)[1].astype(int), 3 * own.permutation(11) + 1, "the labels of an epoch")

    @definition
    def test_every_sample_has_its_turn_although_some_are_dropped(self, student, rng):
        """Shuffled and with drop_last, the whole data set is shuffled, and then what is left over is dropped."""
        seed = Rng("numpy", int(rng.integers(2**32)))
        loader, own = student.BatchLoader(student.given.pairs.Pairs(11), 4, True, True, seed), seed.build()
        for _ in range(3):
            assert_equal(epoch(loader)[1].astype(int), 3 * own.permutation(11)[:8] + 1, "the labels of an epoch")

    def test_a_loop_that_was_left_early(self, student):
        """A loop that is left after its first batch does not matter to the next one, which goes through all samples."""
        loader = student.BatchLoader(student.given.pairs.Pairs(10), 4, False, False, Rng("numpy", 1))
        for _ in range(2):
            first = student.given.one_way.first_of(loader)
            assert_equal(np.asarray(first[1]).astype(int), 3 * np.arange(4) + 1, "the labels of the first batch")
        assert_equal(epoch(loader)[1].astype(int), 3 * np.arange(10) + 1, "the labels of an epoch")

    @points(2)
    def test_the_length_is_the_number_of_batches(self, student):
        """The length counts a smaller last batch, unless it is dropped."""
        for n, size, full, rounded in ((10, 4, 2, 3), (9, 3, 3, 3), (3, 5, 0, 1), (6, 1, 6, 6)):
            for drop_last, wanted in ((True, full), (False, rounded)):
                loader = student.BatchLoader(student.given.pairs.Pairs(n), size, False, drop_last, Rng("numpy", 1))
                assert_equal(len(loader), wanted, "the length")
                assert_equal(len(list(loader)), wanted, "the number of batches")

    def test_batch_sizes_below_one_are_refused(self, student):
        """A batch size of 0 raises ValueError."""
        with pytest.raises(ValueError):
            student.BatchLoader(student.given.pairs.Pairs(5), 0, False, False, Rng("numpy", 1))
