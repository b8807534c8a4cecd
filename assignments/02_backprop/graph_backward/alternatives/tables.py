"""A table of operations and slopes; each node asks its users."""

import math
from collections import defaultdict


def sigmoid(x):
    return 1 / (1 + math.exp(-x)) if x > 0 else math.exp(x) / (1 + math.exp(x))


TABLE = {
    "add": (lambda a, b: a + b, lambda a, b: (1, 1)),
    "mul": (lambda a, b: a * b, lambda a, b: (b, a)),
    "neg": (lambda a: -a, lambda a: (-1,)),
    "exp": (math.exp, lambda a: (math.exp(a),)),
    "log": (math.log, lambda a: (1 / a,)),
    "relu": (lambda a: a if a > 0 else 0.0, lambda a: (1 if a > 0 else 0,)),
    "sigmoid": (sigmoid, lambda a: (sigmoid(a) * sigmoid(-a),)),
}


def graph_backward(nodes, values):
    value, users = {**values}, defaultdict(list)
    for name, op, args in nodes:
        f, slopes = TABLE[op]
        inputs = [value[a] for a in args]
        value[name] = f(*inputs)
        for arg, slope in zip(args, slopes(*inputs)):
            users[arg].append((name, slope))
    last = nodes[-1][0]
    grads = {}
    for name in reversed(list(value)):
        grads[name] = float(name == last) + sum(slope * grads[user] for user, slope in users[name])
    return value[last], grads
