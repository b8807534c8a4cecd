"""Layer after layer: a node without a parent among the rest is next. Returns tuples."""


def topological_order(n, edges):
    left, layer, depth = set(range(n)), [0] * n, 0
    order = ()
    while left:
        blocked = {v for u, v in edges if u in left}
        front = left - blocked
        if not front:
            raise ValueError("every node that is left has a parent that is left")
        for v in front:
            layer[v] = depth
        order += tuple(front)
        left -= front
        depth += 1
    return order, tuple(layer)
