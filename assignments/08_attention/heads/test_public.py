import numpy as np

from autograder.suite import assert_close, assert_shape


def test_two_tokens_with_two_heads(student):
    """The tokens (0, 1, 2, 3) and (4, 5, 6, 7) are cut in the middle: head 0 has 0, 1 and 4, 5."""
    x = np.arange(8.0).reshape(1, 2, 4)
    expected = np.array([[[[0.0, 1.0], [4.0, 5.0]], [[2.0, 3.0], [6.0, 7.0]]]])
    assert_close(student.split_heads(x, 2), expected, "the heads", axes=("batch", "head", "token", "feature"))


def test_shapes(student, rng):
    """(2, 5, 12) with 3 heads becomes (2, 3, 5, 4), and back."""
    heads = student.split_heads(rng.normal(size=(2, 5, 12)), 3)
    assert_shape(heads, (2, 3, 5, 4), "the heads")
    assert_shape(student.merge_heads(heads), (2, 5, 12), "the merged heads")


def test_there_and_back(student, rng):
    """Splitting and merging gives back what came in."""
    x = rng.normal(size=(2, 5, 12))
    assert_close(student.merge_heads(student.split_heads(x, 3)), x, "the merged heads")
