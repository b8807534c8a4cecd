"""Depth first from the children's side, with three colours; layers by recursion with memory."""


def topological_order(n, edges):
    parents = {v: set() for v in range(n)}
    for u, v in edges:
        parents[v].add(u)
    colour, order, layer = ["white"] * n, [], [0] * n

    def visit(v):
        if colour[v] == "grey":
            raise ValueError(f"node {v} is its own ancestor")
        if colour[v] == "white":
            colour[v] = "grey"
            for u in sorted(parents[v]):
                visit(u)
                layer[v] = max(layer[v], 1 + layer[u])
            colour[v] = "black"
            order.append(v)

    for v in range(n):
        visit(v)
    return order, layer
