import pytest

from autograder.suite import assert_equal, assert_true, points


def draw(rng, n=11, share=0.3):
    """A graph without cycles whose nodes are numbered at random; some edges occur twice."""
    names = [int(i) for i in rng.permutation(n)]
    edges = [(names[i], names[j]) for i in range(n) for j in range(i + 1, n) if rng.random() < share]
    edges += [(names[0], names[1]), (names[1], names[2]), (names[0], names[2])]
    edges += [edges[0]]
    return n, [edges[i] for i in rng.permutation(len(edges))], names


def check_order(order, n, edges):
    assert_true(isinstance(order, (list, tuple)), "the order is not a list")
    assert_equal(sorted(int(v) for v in order), list(range(n)), "the nodes in the order, sorted")
    place = {int(v): i for i, v in enumerate(order)}
    assert_true(all(place[u] < place[v] for u, v in edges), "a node stands before one of its parents")


@points(2)
def test_parents_come_first(student, rng):
    """Every node is there once, after all of its parents, whatever the numbers of the nodes and the order of the edges."""
    for share in (0.1, 0.3, 0.8):
        n, edges, _ = draw(rng, share=share)
        check_order(student.topological_order(n, edges)[0], n, edges)


@points(2)
def test_layer_is_the_longest_way(student, reference, rng):
    """The layer of a node is the length of the longest path to it."""
    for share in (0.1, 0.3):
        n, edges, _ = draw(rng, share=share)
        assert_equal(
            [int(i) for i in student.topological_order(n, edges)[1]],
            reference.topological_order(n, edges)[1],
            "layers",
        )


def test_a_diamond_is_no_cycle(student):
    """Two paths to the same node, one longer than the other, are allowed."""
    edges = [(3, 1), (3, 0), (1, 2), (0, 4), (4, 2), (2, 5)]
    order, layer = student.topological_order(6, edges)
    check_order(order, 6, edges)
    assert_equal(list(layer), [1, 1, 3, 0, 2, 4], "layers")


def test_nodes_without_edges(student):
    """Nodes without any edge are in the order too, in layer 0; a graph may have no edges, or no nodes."""
    order, layer = student.topological_order(5, [(4, 2)])
    check_order(order, 5, [(4, 2)])
    assert_equal(list(layer), [0, 0, 1, 0, 0], "layers")
    order, layer = student.topological_order(3, [])
    check_order(order, 3, [])
    assert_equal(list(layer), [0, 0, 0], "layers without edges")
    assert_equal([list(part) for part in student.topological_order(0, [])], [[], []], "what an empty graph gives")


def test_the_same_edge_twice(student):
    """An edge that is listed several times counts like one."""
    edges = [(1, 0), (1, 0), (1, 0), (0, 2), (0, 2)]
    order, layer = student.topological_order(3, edges)
    check_order(order, 3, edges)
    assert_equal(list(layer), [1, 0, 2], "layers")


@points(2)
def test_cycles_are_refused(student, rng):
    """A cycle anywhere raises ValueError: a long one, a node that is its own parent, one hanging on a sound graph."""
    n, edges, names = draw(rng)
    student.topological_order(n, edges)  # sound so far
    for closing in ((names[2], names[0]), (names[5], names[5])):
        with pytest.raises(ValueError):
            student.topological_order(n, [*edges, closing])
    with pytest.raises(ValueError):
        student.topological_order(6, [(0, 1), (1, 2), (2, 3), (3, 1), (3, 4)])
