import numpy as np
import torch

from autograder.suite import assert_close, assert_equal, assert_shape, exercise, leaves_arguments, points

LENGTHS = np.array([3, 6, 1, 4])


def sequences(rng, lengths, pad):
    """Tokens among which pad occurs, also at the ends."""
    seqs = [rng.integers(1, 50, size=n) + pad for n in lengths]
    for seq in seqs:
        if len(seq) > 1:
            seq[0] = seq[-1] = pad
    return seqs


@exercise("pad_sequences")
class TestPadding:
    @points(2)
    def test_rows_lengths_and_mask(self, student, reference, rng):
        """Sequences fill the rows from the left, padding the rest; order is kept, lengths and mask say what is valid."""
        seqs = sequences(rng, rng.permutation([2, 5, 3, 4]), 0)
        ids, lengths, mask = student.pad_sequences(seqs)
        right = reference.pad_sequences(seqs)
        assert_equal(ids, right[0], "ids")
        assert_equal(lengths, right[1], "lengths")
        assert_equal(mask, right[2], "mask")

    def test_another_value_for_padding(self, student, reference, rng):
        """The free places are filled with `pad`, which may occur in the sequences as well."""
        seqs = sequences(rng, (4, 2, 6), 7)
        got = student.pad_sequences(seqs, pad=7)
        for mine, right, name in zip(got, reference.pad_sequences(seqs, 7), ("ids", "lengths", "mask"), strict=True):
            assert_equal(mine, right, name)

    def test_an_empty_sequence(self, student, rng):
        """An empty sequence has length 0 and a row of padding only."""
        seqs = [rng.integers(1, 9, size=3), np.array([], dtype=np.int64), rng.integers(1, 9, size=2)]
        ids, lengths, mask = student.pad_sequences(seqs, -1)
        assert_equal(lengths, np.array([3, 0, 2]), "lengths")
        assert_equal(ids[1], np.full(3, -1), "the row of the empty sequence")
        assert_equal(mask[1], np.zeros(3, dtype=bool), "the mask of the empty sequence")
        assert_equal(ids[0], seqs[0], "the row of the longest sequence")

    def test_everything_comes_back(self, student, rng):
        """What the mask marks in a row is the sequence, and as much as its length says."""
        seqs = sequences(rng, (5, 1, 4), 0)
        ids, lengths, mask = student.pad_sequences(seqs)
        assert_equal(lengths, np.array([5, 1, 4]), "lengths")
        assert_shape(mask, (3, 5), "mask")
        assert_shape(ids, (3, 5), "ids")
        assert_equal(mask.sum(axis=1), np.array([5, 1, 4]), "number of valid places of each row")
        for seq, row, valid in zip(seqs, ids, mask):
            assert_equal(row[valid], seq, "the valid part of a row")


@exercise("gather_last_state")
class TestLastState:
    @points(2)
    def test_one_direction(self, student, reference, rng):
        """Of each sequence the state after its own last step is taken."""
        h = rng.normal(size=(4, 6, 3))
        assert_close(
            student.gather_last_state(h, None, LENGTHS),
            reference.gather_last_state(h, None, LENGTHS),
            "states",
        )

    @points(2)
    @leaves_arguments
    def test_both_directions(self, student, reference, rng):
        """The forward state of the last valid step comes first, then the backward state of step 1."""
        for lengths, steps, units in (
            (LENGTHS, 6, 3),
            (np.array([2, 4, 1, 3]), 4, 2),
            (np.array([2, 3, 1, 2]), 3, 4),
        ):
            h_fwd, h_bwd = rng.normal(size=(2, 4, steps, units))
            states = student.gather_last_state(h_fwd, h_bwd, lengths)
            assert_close(states, reference.gather_last_state(h_fwd, h_bwd, lengths), "states")

    def test_padding_behind_every_sequence(self, student, rng):
        """If every sequence is shorter than the array, nothing behind their ends is taken."""
        h = rng.normal(size=(4, 9, 2))
        expected = np.stack([h[n, length - 1] for n, length in enumerate(LENGTHS)])
        assert_close(student.gather_last_state(h, None, LENGTHS), expected, "states")

    def test_a_single_step(self, student, rng):
        """For sequences of one step, both nets are done at that step."""
        h_fwd, h_bwd = rng.normal(size=(2, 3, 5, 4))
        states = student.gather_last_state(h_fwd, h_bwd, np.ones(3, dtype=np.int64))
        assert_close(states, np.hstack([h_fwd[:, 0], h_bwd[:, 0]]), "states of sequences of length 1")

    def test_final_states_of_a_packed_lstm(self, student, rng):
        """From the outputs of a bidirectional LSTM of PyTorch come its own final states."""
        x = torch.tensor(rng.normal(size=(4, 6, 3)))
        with torch.random.fork_rng():
            torch.manual_seed(int(rng.integers(2**31)))
            net = torch.nn.LSTM(3, 5, batch_first=True, bidirectional=True).double()
        with torch.no_grad():
            packed = torch.nn.utils.rnn.pack_padded_sequence(x, LENGTHS, batch_first=True, enforce_sorted=False)
            out, (h_n, _) = net(packed)
            out, _ = torch.nn.utils.rnn.pad_packed_sequence(out, batch_first=True)
        states = student.gather_last_state(out[:, :, :5].numpy(), out[:, :, 5:].numpy(), LENGTHS)
        assert_close(states, torch.cat([h_n[-2], h_n[-1]], dim=1).numpy(), "states")
