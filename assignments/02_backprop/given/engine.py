"""Around your `Value`: setting gradients back, and a picture of the graph behind a value."""


def zero_grad(values):
    """Sets the grad of each of these values to 0."""
    for value in values:
        value.grad = 0.0


def long_sum(first, term, times):
    """first + term + term + ..., one addition after another: a graph as deep as you like."""
    total = first
    for _ in range(times):
        total = total + term
    return total


def ancestors(root):
    """All values that `root` was made of and itself, parents first."""
    found, order, stack = set(), [], [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
        elif id(node) not in found:
            found.add(id(node))
            stack.append((node, True))
            stack.extend((parent, False) for parent in node.parents)
    return order


def draw_graph(root, names, axis):
    """Draws the graph behind `root` from left to right: data above, grad below.

    Args:
        root: a value; it needs `parents`, `op`, `data` and `grad`.
        names: list of pairs (name, value): what to call these values.
        axis: of matplotlib.
    """
    order, column, children = ancestors(root), {}, {}
    for node in order:
        column[id(node)] = 1 + max((column[id(parent)] for parent in node.parents), default=-1)
        for parent in node.parents:
            children.setdefault(id(parent), []).append(node)
    for node in order:  # a leaf stands next to where it is used first
        if not node.parents and id(node) in children:
            column[id(node)] = min(column[id(child)] for child in children[id(node)]) - 1
    called = {id(value): name for name, value in names}
    place, height = {}, 0
    for x in range(max(column.values()) + 1):
        here = [node for node in order if column[id(node)] == x]
        heights = {id(n): [place[id(p)][1] for p in n.parents] or [float(i)] for i, n in enumerate(here)}
        here.sort(key=lambda node: sum(heights[id(node)]) / len(heights[id(node)]))
        place |= {id(node): (x, i - (len(here) - 1) / 2) for i, node in enumerate(here)}
        height = max(height, len(here))
    for node in order:
        x, y = place[id(node)]
        for parent in node.parents:
            axis.annotate(
                "",
                (x, y),
                place[id(parent)],
                arrowprops={"arrowstyle": "->", "color": "grey", "shrinkA": 18, "shrinkB": 24},
            )
        title = called.get(id(node), node.op)
        axis.text(
            x,
            y,
            f"{title}\n{node.data:.3g}\n∂ {node.grad:.3g}",
            ha="center",
            va="center",
            fontsize=8,
            bbox={"boxstyle": "round", "facecolor": "white" if node.parents else "lightyellow"},
        )
    axis.set_xlim(-0.6, max(column.values()) + 0.6)
    axis.set_ylim(-height / 2 - 0.2, height / 2 + 0.2)
    axis.axis("off")
