"""The order in which a compute graph can be evaluated."""

from __future__ import annotations


def topological_order(n: int, edges: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """Sort the nodes of a directed graph so that every node comes after all of its parents.

    The layer of a node is the greatest number of edges on any path to it from a node without
    parents. So it is 0 for nodes without parents and at least 1 for all others.

    Args:
        n: number of nodes; they are 0, ..., n-1. A node may have no edges.
        edges: pairs (u, v), each an edge from the parent u to the child v; a pair may occur more
            than once.

    Returns:
        order, a list of all n nodes, parents before children (any such order will do), and layer,
        a list with the layer of node 0, 1, ..., n-1.

    Raises:
        ValueError: if the graph has a cycle. An edge from a node to itself is one; a node that
            can be reached along several paths is not.
    """
    children: list[list[int]] = [[] for _ in range(n)]
    waiting = [0] * n
    for u, v in edges:
        children[u].append(v)
        waiting[v] += 1

    ready = [v for v in range(n) if waiting[v] == 0]
    order, layer = [], [0] * n
    while ready:
        u = ready.pop()
        order.append(u)
        for v in children[u]:
            layer[v] = max(layer[v], layer[u] + 1)
            waiting[v] -= 1
            if waiting[v] == 0:
                ready.append(v)
    if any(waiting):
        raise ValueError("the graph has a cycle")
    return order, layer
