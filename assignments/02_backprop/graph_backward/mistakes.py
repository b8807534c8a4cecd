from autograder.suite import Mistake

MISTAKES = [
    Mistake(
        "graph_backward/overwrite",
        old="grad[arg] += part",
        new="grad[arg] = part",
        hint="Where a value is used more than once, only one of its users counts. It reaches the output on several paths, and "
        "what comes back on them adds up.",
    ),
    Mistake(
        "graph_backward/forward-order",
        old="for name, op, args in reversed(nodes):",
        new="for name, op, args in nodes:",
        hint="You pass gradients on in the order of the list. A node can send its gradient back only when it has heard from "
        "everyone who uses it: start at the output.",
    ),
    Mistake(
        "graph_backward/gate-swapped",
        old="parts = [x[1] * dy, x[0] * dy]",
        new="parts = [x[0] * dy, x[1] * dy]",
        hint="In a product each factor gets itself back. How much x * y changes with x is decided by y.",
    ),
    Mistake(
        "graph_backward/seed-missing",
        old="    grad[output] = 1.0\n",
        new="",
        hint="All your derivatives are 0, because nothing starts the backward pass: what is the derivative of the output "
        "with respect to itself?",
    ),
    Mistake(
        "graph_backward/input-value",
        old="parts = [y * dy]",
        new="parts = [x[0] * dy]",
        hint="The slope of exp is taken to be its argument. The derivative of e^x is e^x, which is what the node put out.",
    ),
    Mistake(
        "graph_backward/relu-at-zero",
        old="if x[0] > 0",
        new="if x[0] >= 0",
        hint="At exactly 0 your relu lets the gradient through. There the slope is taken to be 0.",
    ),
    Mistake(
        "graph_backward/inputs-only",
        old="return value[output], grad",
        new="return value[output], {name: grad[name] for name in values}",
        hint="The nodes are missing in your dict: it has the derivative with respect to every name, not only the inputs.",
    ),
    Mistake(
        "graph_backward/inputs-changed",
        old="value = dict(values)",
        new="value = values",
        hint="Your numbers are right, but the dict of inputs that came in is full of nodes afterwards. Work on a copy.",
    ),
    Mistake(
        "graph_backward/overflow",
        old="value[name] = _evaluate(op, [value[arg] for arg in args])",
        new="x = [value[arg] for arg in args]\n"
        '        value[name] = 1 / (1 + math.exp(-x[0])) if op == "sigmoid" else _evaluate(op, x)',
        hint="Your sigmoid fails for very negative numbers: e to the power of 1000 is more than a float can hold. The "
        "sigmoid itself is between 0 and 1; write it so that the exponent is never positive.",
    ),
]
