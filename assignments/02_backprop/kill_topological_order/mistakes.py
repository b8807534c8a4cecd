from autograder.suite import Mistake

DRAWN = "edges = [pair for pair in pairs if rng.random() < 0.4]"
CHECKED = "if sorted(order) != list(range(n)) or list(layer) != _layers(n, edges):"
BEFORE = "if any(list(order).index(u) > list(order).index(v) for u, v in edges):"
CYCLES = "for n, edges in ((1, [(0, 0)]), (4, [(0, 1), (1, 2), (2, 1), (2, 3)])):"

MISTAKES = [
    Mistake(
        "kill_topological_order/own-order",
        old=BEFORE,
        new="if list(order) != sorted(range(n), key=_layers(n, edges).__getitem__):",
        hint="Your test insists on one order. Most graphs have several right ones: ask whether every node comes after its "
        "parents.",
    ),
    Mistake(
        "kill_topological_order/no-cycle",
        old=CYCLES,
        new="for n, edges in ():",
        hint="None of your graphs has a cycle.",
    ),
    Mistake(
        "kill_topological_order/chains-only",
        old=DRAWN,
        new="edges = [(names[i], names[i + 1]) for i in range(n - 1)]",
        also=(("edges += edges[:2]", "edges += []"),),
        hint="Your graphs are chains. In a chain every node has one parent and every path is the longest.",
    ),
    Mistake(
        "kill_topological_order/layers-not-looked-at",
        old=CHECKED,
        new="if sorted(order) != list(range(n)):",
        hint="Your test looks at the order only. The layers come back as well, and may be wrong.",
    ),
    Mistake(
        "kill_topological_order/nodes-not-counted",
        old=CHECKED,
        new="if list(layer) != _layers(n, edges):",
        also=((BEFORE, "if any(list(order).index(u) > list(order).index(v) for u, v in edges if u in order and v in order):"),),
        hint="Your test does not ask whether all nodes are in the order. Where one is missing, there is nothing to be before "
        "or after.",
    ),
    Mistake(
        "kill_topological_order/accepts-everything",
        old=CHECKED,
        new="if len(order) > n:",
        also=((BEFORE, "if not edges and n > 1:"), (CYCLES, "for n, edges in ():")),
        hint="Your test finds next to nothing wrong: look at what it asks of the order.",
    ),
]
