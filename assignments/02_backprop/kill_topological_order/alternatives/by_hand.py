"""A few graphs worked out by hand, with assertions."""

GRAPHS = [
    (1, [], [0]),
    (3, [], [0, 0, 0]),
    (3, [(2, 1), (1, 0)], [2, 1, 0]),
    (4, [(0, 1), (0, 2), (1, 3), (2, 3)], [0, 1, 1, 2]),
    (4, [(3, 0), (0, 1), (1, 2), (3, 2)], [1, 2, 3, 0]),
    (4, [(0, 3), (0, 1), (1, 2), (2, 3)], [0, 1, 2, 3]),
    (5, [(4, 3), (4, 2), (2, 3), (1, 2), (1, 2), (0, 3)], [0, 0, 1, 2, 0]),
    (6, [(5, 0), (4, 0), (3, 4), (0, 1), (5, 1), (3, 1)], [2, 3, 0, 0, 1, 0]),
]
CYCLES = [(1, [(0, 0)]), (2, [(0, 1), (1, 0)]), (5, [(0, 1), (1, 2), (2, 3), (3, 1), (3, 4)])]


def raises(f, n, edges):
    try:
        f(n, edges)
    except ValueError:
        return True
    return False


def test_topological_order(f):
    for n, edges, layers in GRAPHS:
        order, layer = f(n, list(edges))
        assert set(order) == set(range(n)) and len(order) == n
        place = {node: at for at, node in enumerate(order)}
        assert all(place[u] < place[v] for u, v in edges)
        assert list(layer) == layers
    assert all(raises(f, n, edges) for n, edges in CYCLES)
