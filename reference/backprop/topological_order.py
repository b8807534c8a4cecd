"""The order in which a compute graph can be evaluated."""

from __future__ import annotations


def topological_order(n: int, edges: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """Sort the nodes of a directed graph so that every node stands behind all of its parents.

    The layer of a node is the greatest number of edges on any way to it from a node without parents, so it
    is 0 for those and at least 1 for all others.

    Args:
        n: number of nodes; they are 0, ..., n-1. A node need not have an edge.
        edges: pairs (u, v), each an edge from the parent u to the child v; a pair may occur more than once.

    Returns:
        order, a list of all n nodes, parents before children (any such order will do), and layer, a list with the
        layer of node 0, 1, ..., n-1.

    Raises:
        ValueError: if the graph has a cycle. An edge from a node to itself is one; a node that can be reached in
            several ways is not.
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
