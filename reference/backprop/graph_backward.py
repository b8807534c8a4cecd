"""Reverse-mode differentiation of a scalar compute graph that is written down as a list."""

from __future__ import annotations

import math

Node = tuple[str, str, tuple[str, ...]]


def graph_backward(nodes: list[Node], values: dict[str, float]) -> tuple[float, dict[str, float]]:
    """Evaluate a compute graph, and the derivative of its output with respect to everything in it.

    Each node is (name, op, args): its value is the operation op on the values of args, which are
    names of inputs or of earlier nodes. The last node is the output. The operations:

        add, mul                              of two arguments, which may be the same name twice
        neg, exp, log, relu, sigmoid          of one; relu has slope 0 at 0

    log gets positive numbers only. sigmoid gets any number: at -1000 and at 1000 its value is 0
    and 1, and its slope 0.

    A name may be used by several nodes, or by none.

    Args:
        nodes: the nodes, at least one; each comes after those it uses.
        values: the inputs, name -> number; left as they are.

    Returns:
        The value of the output, and a dict with the derivative of the output with respect to
        every name, inputs and nodes alike (so 1 for the output itself, and 0 for what it does not
        depend on).
    """
    value = dict(values)
    for name, op, args in nodes:
        value[name] = _evaluate(op, [value[arg] for arg in args])

    output = nodes[-1][0]
    grad = dict.fromkeys(value, 0.0)
    grad[output] = 1.0
    for name, op, args in reversed(nodes):
        x, y, dy = [value[arg] for arg in args], value[name], grad[name]
        if op == "add":
            parts = [dy, dy]
        elif op == "mul":
            parts = [x[1] * dy, x[0] * dy]
        elif op == "neg":
            parts = [-dy]
        elif op == "exp":
            parts = [y * dy]
        elif op == "log":
            parts = [dy / x[0]]
        elif op == "relu":
            parts = [dy if x[0] > 0 else 0.0]
        else:
            parts = [y * (1 - y) * dy]
        for arg, part in zip(args, parts):
            grad[arg] += part
    return value[output], grad


def _evaluate(op: str, x: list[float]) -> float:
    if op == "add":
        return x[0] + x[1]
    if op == "mul":
        return x[0] * x[1]
    if op == "neg":
        return -x[0]
    if op == "exp":
        return math.exp(x[0])
    if op == "log":
        return math.log(x[0])
    if op == "relu":
        return max(x[0], 0.0)
    power = math.exp(-abs(x[0]))  # never more than 1, so it cannot overflow
    return (1.0 if x[0] >= 0 else power) / (1 + power)
