import pytest

from autograder.suite import assert_close, definition, points

AXES = ("head", "query", "key")


@points(3)
def test_biases_match_the_definition(student, reference, rng):
    """Each bias is the entry of the table that belongs to the clipped distance."""
    for H, T, S, R in ((3, 5, 7, 2), (2, 7, 4, 3), (4, 4, 4, 9), (5, 5, 5, 2)):
        table = rng.normal(size=(H, 2 * R + 1))
        assert_close(
            student.relative_position_bias(T, S, table), reference.relative_position_bias(T, S, table), "the biases", axes=AXES
        )


@points(2)
def test_queries_that_start_later(student, reference, rng):
    """With start, the queries stand further back: one token at a time gives the rows of the whole map."""
    table = rng.normal(size=(2, 7))
    for start in (3, 6):
        got = student.relative_position_bias(2, 8, table, start)
        assert_close(got, reference.relative_position_bias(2, 8, table, start), "the biases", axes=AXES)
    whole = reference.relative_position_bias(8, 8, table)
    one = student.relative_position_bias(1, 8, table, start=5)
    assert_close(one[:, 0], whole[:, 5], "the row of the token at position 5")


@definition
def test_only_the_distance_counts(student, rng):
    """Along diagonals nothing changes, the own place has the middle of the table, and far keys share its ends."""
    table = rng.normal(size=(3, 5))
    bias = student.relative_position_bias(6, 9, table)
    assert_close(bias[:, 1:, 1:], bias[:, :-1, :-1], "one step along the diagonals", axes=AXES)
    assert_close(bias[:, 2, 2], table[:, 2], "bias of the own place")
    assert_close(bias[:, 5, 0], table[:, 4], "bias of a key far before the query")
    assert_close(bias[:, 0, 8], table[:, 0], "bias of a key far behind the query")


def test_a_table_without_a_middle(student, rng):
    """A table with an even number of columns is a ValueError that names it."""
    for columns in (2, 6):
        with pytest.raises(ValueError, match="table"):
            student.relative_position_bias(3, 3, rng.normal(size=(2, columns)))
