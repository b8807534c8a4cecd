import numpy as np

from autograder.suite import assert_close, assert_equal, assert_shape, assert_true, points

BOS, EOS, PAD = 11, 12, 10


def draw(rng, n=4, s=6):
    """Rows of length 0, s and in between; behind a row's length stands anything."""
    lengths = np.concatenate([[0, s], rng.integers(2, s - 1, size=n - 2)])
    return rng.integers(0, 10, size=(n, s)), rng.permutation(lengths)


def results(student, y, lengths):
    """The three results, of the right shapes and kinds."""
    dec_in, target, mask = student.teacher_forcing_io(y, lengths, BOS, EOS, PAD)
    for name, found in (("dec_in", dec_in), ("target", target), ("mask", mask)):
        assert_shape(found, (y.shape[0], y.shape[1] + 1), name)
    return np.asarray(dec_in), np.asarray(target), mask


@points(3)
def test_rows_match_the_layout(student, reference, rng):
    """dec_in, target and mask have the layout of the statement, for rows of every length."""
    for n in (4, 6, 7):  # also with as many rows as tokens, or as steps
        y, lengths = draw(rng, n)
        found = student.teacher_forcing_io(y, lengths, BOS, EOS, PAD)
        right = reference.teacher_forcing_io(y, lengths, BOS, EOS, PAD)
        for name, got, want in zip(
            ("target", "dec_in", "mask"), (found[1], found[0], found[2]), (right[1], right[0], right[2])
        ):
            assert_equal(got, want, name)


def test_known_rows(student):
    """Two rows of length 3 and 1 come out as they would be written by hand."""
    dec_in, target, mask = student.teacher_forcing_io(np.array([[4, 5, 6], [7, 0, 0]]), np.array([3, 1]), bos=1, eos=2, pad=0)
    assert_equal(dec_in, np.array([[1, 4, 5, 6], [1, 7, 0, 0]]), "dec_in")
    assert_equal(target, np.array([[4, 5, 6, 2], [7, 2, 0, 0]]), "target")
    assert_equal(mask, np.array([[True] * 4, [True, True, False, False]]), "mask")


def test_target_is_the_next_input(student, rng):
    """Within a row, what is to be predicted at a step is what is read at the next one; the first input is bos."""
    y, lengths = draw(rng)
    dec_in, target, _ = results(student, y, lengths)
    assert_equal(dec_in[:, 0], np.full(len(y), BOS), "the first column of dec_in")
    for row, length in enumerate(lengths):
        assert_equal(target[row, :length], dec_in[row, 1 : length + 1], "target, against dec_in one step later")
        assert_equal(target[row, :length], y[row, :length], "target, against y")


def test_one_eos_a_row_behind_the_last_token(student, rng):
    """Each row of the target has exactly one eos, in the column of its length, and dec_in has none."""
    y, lengths = draw(rng)
    dec_in, target, _ = results(student, y, lengths)
    assert_equal((target == EOS).sum(axis=1), np.ones(len(y), dtype=int), "number of eos in each row of target")
    assert_equal(np.argmax(target == EOS, axis=1), lengths, "column of eos in each row of target")
    assert_true(not (dec_in == EOS).any(), "the decoder reads eos")


@points(2)
def test_mask_counts_every_token_and_the_eos(student, rng):
    """The mask is True at the tokens of a row and its eos, and False at padding."""
    y, lengths = draw(rng)
    _, target, mask = results(student, y, lengths)
    assert_equal(mask, np.arange(y.shape[1] + 1) <= lengths[:, None], "mask")
    assert_equal(target[~np.asarray(mask)], np.full((~np.asarray(mask)).sum(), PAD), "target where the mask is False")


def test_y_is_left_alone(student, reference, rng):
    """The result is right, and the array that came in is not overwritten."""
    y, lengths = draw(rng)
    after = student.call(student.teacher_forcing_io, y, lengths, BOS, EOS, PAD, return_args=True)
    assert_equal(after.result[1], reference.teacher_forcing_io(y, lengths, BOS, EOS, PAD)[1], "target")
    assert_close(after.args[0], y, "the array passed in")
