import pytest

from autograder.suite import assert_equal


def test_a_chain(student):
    """2 -> 0 -> 1 has one order only."""
    order, layer = student.topological_order(3, [(0, 1), (2, 0)])
    assert_equal(order, [2, 0, 1], "order")
    assert_equal(layer, [1, 2, 0], "layers of the nodes 0, 1, 2")


def test_two_ways_of_different_length(student):
    """With 0 -> 1 -> 2 and 0 -> 2, node 2 is in layer 2."""
    _, layer = student.topological_order(3, [(0, 2), (0, 1), (1, 2)])
    assert_equal(layer, [0, 1, 2], "layers")


def test_a_ring(student):
    """A ring of two nodes is refused."""
    with pytest.raises(ValueError):
        student.topological_order(2, [(0, 1), (1, 0)])
