from autograder.suite import Mistake

LOOP = """        delta = dict.fromkeys(order, 0.0)
        delta[self] = 1.0
        for node in reversed(order):
            for parent, slope in zip(node.parents, node.slopes):
                delta[parent] += slope * delta[node]
        for node in order:
            node.grad += delta[node]"""

MISTAKES = [
    Mistake(
        "scalar_autograd/overwrite",
        old="delta[parent] += slope * delta[node]",
        new="delta[parent] = slope * delta[node]",
        hint="A value that is used several times keeps only what one of its users sends back. Contributions add up.",
    ),
    Mistake(
        "scalar_autograd/no-topo",
        old="            if parents_done:\n                order.append(node)\n            elif node not in seen:\n",
        new="            if node not in seen:\n                order.append(node)\n",
        also=(
            ("                waiting.append((node, True))\n", ""),
            ("for node in reversed(order):", "for node in order:"),
        ),
        hint="A value passes its gradient on before all of its users have been heard. Each node's turn comes when everything "
        "that uses it is done: a topological order, from the end.",
    ),
    Mistake(
        "scalar_autograd/same-operand",
        old="for parent, slope in zip(node.parents, node.slopes):",
        new="for parent, slope in dict(zip(node.parents, node.slopes)).items():",
        hint="Where both operands are the same value, as in x * x, only one of the two is counted. "
        "(A set or a dict of parents does that.)",
    ),
    Mistake(
        "scalar_autograd/pow-rule",
        old="k * self.data ** (k - 1)",
        new="k * self.data**k",
        hint="The slope of a power has the old exponent. Differentiating lowers it by one.",
    ),
    Mistake(
        "scalar_autograd/reflected-missing",
        old="return _value(other) - self",
        new="return self - other",
        also=(("return _value(other) / self", "return self / other"),),
        hint="With a plain number on the left, number - x and number / x are computed the other way round. Subtraction and "
        "division are not symmetric, so their reflected methods are not the ordinary ones.",
    ),
    Mistake(
        "scalar_autograd/reflected-absent",
        old="def __rmul__(self",
        new="def multiplied_by(self",
        hint="A plain number on the left of * is not understood. Python asks the right operand for it by the method __rmul__.",
    ),
    Mistake(
        "scalar_autograd/seed-missing",
        old="        delta[self] = 1.0\n",
        new="",
        hint="All gradients are 0, since nothing starts the backward pass: the derivative of the result by itself is 1.",
    ),
    Mistake(
        "scalar_autograd/not-accumulated",
        old="node.grad += delta[node]",
        new="node.grad = delta[node]",
        hint="A second backward replaces the gradients. It has to add to what is there; only that lets several results share "
        "their inputs.",
    ),
    Mistake(
        "scalar_autograd/compounded",
        old=LOOP,
        new="""        self.grad = 1.0
        for node in reversed(order):
            for parent, slope in zip(node.parents, node.slopes):
                parent.grad += slope * node.grad""",
        hint="The first backward is right. In the second one the values in the middle pass on what was left from the first as "
        "well, so it is counted again at every level. Keep what flows in one call apart from what has accumulated in grad.",
    ),
    Mistake(
        "scalar_autograd/relu-at-zero",
        old="float(self.data > 0)",
        new="float(self.data >= 0)",
        hint="At exactly 0 your relu has slope 1. There it is taken to be 0.",
    ),
    Mistake(
        "scalar_autograd/recursive",
        old="""        waiting = [(self, False)]  # a stack of our own; True: the parents are in the order already
        while waiting:
            node, parents_done = waiting.pop()
            if parents_done:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                waiting.append((node, True))
                waiting += [(parent, False) for parent in node.parents]
""",
        new="""
        def visit(node: Value) -> None:
            if node not in seen:
                seen.add(node)
                for parent in node.parents:
                    visit(parent)
                order.append(node)

        visit(self)
""",
        hint="Your gradients are right as long as the graph is shallow. A long sum is thousands of operations deep, and "
        "Python stops a function that calls itself so often (RecursionError). Keep the values that are still to be "
        "visited in a list of your own.",
    ),
    Mistake(
        "scalar_autograd/overflow",
        old="""        power = math.exp(-abs(self.data))  # never more than 1, so it cannot overflow
        y = (1.0 if self.data >= 0 else power) / (1 + power)
        return Value(y, (self,), (power / (1 + power) ** 2,), "σ")""",
        new="""        y = 1 / (1 + math.exp(-self.data))
        return Value(y, (self,), (y * (1 - y),), "σ")""",
        hint="Your sigmoid fails for very negative numbers: e to the power of 1000 is more than a float can hold. The "
        "sigmoid itself is between 0 and 1; write it so that the exponent is never positive.",
    ),
    Mistake(
        "scalar_autograd/power-zero",
        old="k * self.data ** (k - 1) if k != 0 else 0.0",
        new="k * self.data ** (k - 1)",
        hint="0**0 fails in your class: the power rule divides by 0 there. With exponent 0 the result is 1 whatever the number "
        "is, so its slope is 0.",
    ),
]
