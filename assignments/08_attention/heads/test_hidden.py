import numpy as np
import pytest

from autograder.suite import assert_close, leaves_arguments, points

B, T, H, D = 2, 5, 4, 3
SIZES = (B, T, H, D), (4, 4, 2, 2), (3, 3, 3, 3)  # also with axes that are equally long
AXES = ("batch", "head", "token", "feature")


@points(2)
def test_heads_are_moved_in_front_of_the_tokens(student, reference, rng):
    """Every token's features are cut into heads, and the heads stand in front of the tokens."""
    for b, t, h, d in SIZES:
        x = rng.normal(size=(b, t, h * d))
        assert_close(student.split_heads(x, h), reference.split_heads(x, h), "the heads", axes=AXES)


def test_a_head_is_a_slice_of_neighbouring_features(student, rng):
    """Each head, taken by itself, is one slice of the features of all tokens."""
    x = rng.normal(size=(B, T, H * D))
    heads = student.split_heads(x, H)
    for i, slice_of_x in enumerate(np.split(x, H, axis=2)):
        assert_close(heads[:, i], slice_of_x, f"head {i}", axes=("batch", "token", "feature"))


def test_square_case(student):
    """With as many heads as each has features, the two are still not exchanged."""
    x = np.arange(2 * 3 * 4.0).reshape(2, 3, 4)
    expected = np.array(
        [
            [[[0, 1], [4, 5], [8, 9]], [[2, 3], [6, 7], [10, 11]]],
            [[[12, 13], [16, 17], [20, 21]], [[14, 15], [18, 19], [22, 23]]],
        ],
        dtype=float,
    )
    assert_close(student.split_heads(x, 2), expected, "the heads", axes=AXES)


def test_one_head_is_everything(student, rng):
    """A single head has all features, in the order in which they came."""
    x = rng.normal(size=(B, T, H * D))
    assert_close(student.split_heads(x, 1), x[:, None], "the head", axes=AXES)


def test_heads_that_do_not_divide_are_refused(student, rng):
    """If the features cannot be shared out evenly, that is a ValueError."""
    with pytest.raises(ValueError):
        student.split_heads(rng.normal(size=(B, T, 7)), 3)
    with pytest.raises(ValueError):
        student.split_heads(rng.normal(size=(B, 3, 10)), 4)


@leaves_arguments
@points(2)
def test_merging_puts_heads_side_by_side(student, reference, rng):
    """A merged token has the features of its first head first, then those of the second, and so on."""
    for b, t, h, d in SIZES:
        heads = rng.normal(size=(b, h, t, d))
        assert_close(
            student.merge_heads(heads),
            reference.merge_heads(heads),
            "the merged heads",
            axes=("batch", "token", "feature"),
        )


def test_there_and_back(student, rng):
    """Merging undoes splitting, and splitting undoes merging."""
    x, heads = rng.normal(size=(B, T, H * D)), rng.normal(size=(B, H, T, D))
    assert_close(student.merge_heads(student.split_heads(x, H)), x, "split, then merged")
    assert_close(student.split_heads(student.merge_heads(heads), H), heads, "merged, then split", axes=AXES)
