from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "topological_order/reversed",
        old="return order, layer",
        new="return order[::-1], layer",
        hint="Your order is the wrong way round: children come before their parents. That is the order of the backward pass.",
    ),
    Mistake(
        "topological_order/shortest",
        old="layer[v] = max(layer[v], layer[u] + 1)",
        new="layer[v] = min(layer[v] or n, layer[u] + 1)",
        hint="Your layer is the length of the shortest path to a node. A node has to wait for the last of its parents, so "
        "the longest path counts.",
    ),
    Mistake(
        "topological_order/last-parent",
        old="layer[v] = max(layer[v], layer[u] + 1)",
        new="layer[v] = layer[u] + 1",
        hint="The layer of a node comes from whichever parent was looked at last. With several parents, "
        "the deepest one counts.",
    ),
    Mistake(
        "topological_order/cycle-missed",
        old='    if any(waiting):\n        raise ValueError("the graph has a cycle")\n',
        new="",
        hint="Where there is a cycle, you return the nodes that could be sorted and say nothing about the others. Nodes that "
        "never become ready are the sign of a cycle: raise ValueError.",
    ),
    Mistake(
        "topological_order/diamond-flagged",
        old="            layer[v] = max(layer[v], layer[u] + 1)\n",
        new="            if layer[v]:\n"
        '                raise ValueError("the graph has a cycle")\n'
        "            layer[v] = max(layer[v], layer[u] + 1)\n",
        hint="You call it a cycle when a node is reached a second time. Two paths to one node are no cycle; only a path from a "
        "node back to itself is.",
    ),
    Mistake(
        "topological_order/isolated-lost",
        old="ready = [v for v in range(n) if waiting[v] == 0]",
        new="ready = [v for v in range(n) if waiting[v] == 0 and children[v]]",
        hint="Nodes without any edge are missing in your order. They are nodes all the same, and ready from the start.",
    ),
]
