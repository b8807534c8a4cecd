import numpy as np
import torch

from autograder.suite import assert_close, assert_equal, assert_shape, leaves_arguments, points

NAMES = ("data", "batch_sizes", "order")


def draw(rng, n=5, t=6, d=3):
    """Sequences of different length, two of them equal, not in order, with rubbish in the padding."""
    lengths = np.minimum(rng.permutation([6, 2, 4, 4, 1])[:n], t)
    while (np.diff(lengths) <= 0).all() or (np.diff(lengths) >= 0).all():
        lengths = rng.permutation(lengths)
    return rng.normal(size=(n, t, d)), lengths


def cleaned(x, lengths):
    return np.where((np.arange(x.shape[1]) < lengths[:, None])[:, :, None], x, 0.0)


def compare(got, expected):
    assert_close(got[0], expected[0], "data", axes=("packed step", "feature"))
    assert_equal(got[1], expected[1], "batch_sizes")
    assert_equal(got[2], expected[2], "order")


@points(2)
def test_packed_time_by_time(student, reference, rng):
    """The longest sequence first, all first steps, then all second steps, and no padding."""
    for sizes in ((5, 6, 3), (5, 5, 5), (5, 6, 17)):  # the last one with as many packed steps as features
        given = draw(rng, *sizes)
        compare(student.pack_sequences(*given), reference.pack_sequences(*given))


def test_sequences_of_equal_length_keep_their_order(student, reference, rng):
    """Where lengths are equal, the sequence that came first stays in front."""
    lengths = np.tile([3, 5, 2], 12)
    x = rng.normal(size=(36, 5, 2))
    compare(student.pack_sequences(x, lengths), reference.pack_sequences(x, lengths))


def test_as_pytorch_packs(student, rng):
    """Data and batch sizes are those of pack_padded_sequence in PyTorch."""
    x, lengths = draw(rng)
    lengths = rng.permutation([6, 2, 4, 3, 1])
    packed = torch.nn.utils.rnn.pack_padded_sequence(torch.tensor(x), lengths, batch_first=True, enforce_sorted=False)
    parts = (packed.data, packed.batch_sizes, packed.sorted_indices)
    compare(student.pack_sequences(x, lengths), [part.numpy() for part in parts])


def test_nothing_is_lost_or_added(student, rng):
    """Every valid step is packed once: as many as the lengths add up to, with the same sum."""
    x, lengths = draw(rng)
    data, batch_sizes, _ = student.pack_sequences(x, lengths)
    total = int(lengths.sum())
    assert_shape(data, (total, 3), "data")
    assert_equal(int(np.sum(batch_sizes)), total, "sum of batch_sizes")
    assert_close(data.sum(axis=0), cleaned(x, lengths).sum(axis=(0, 1)), "sum of the packed steps")


@points(2)
@leaves_arguments
def test_unpacking_gives_the_sequences_back(student, reference, rng):
    """Unpacked sequences stand in their old order, with 0 at padding."""
    for sizes in ((5, 6, 3), (5, 5, 5), (5, 6, 17)):
        x, lengths = draw(rng, *sizes)
        back = student.unpack_sequences(*reference.pack_sequences(x, lengths))
        wanted = cleaned(x, lengths)
        assert_close(back, wanted, "the unpacked sequences", axes=("sequence", "time step", "feature"))


def test_there_and_back(student, rng):
    """Packing and unpacking changes nothing but the padding, and cuts off what is padding for all."""
    x, lengths = draw(rng, t=8)
    back = student.unpack_sequences(*student.pack_sequences(x, lengths))
    assert_close(
        back,
        cleaned(x, lengths)[:, :6],
        "the sequences, packed and unpacked",
        axes=("sequence", "time step", "feature"),
    )
