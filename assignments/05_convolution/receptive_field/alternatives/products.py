"""The sum written out: each layer times the product of the strides before it."""

import math


def receptive_field(layers):
    strides = [layer[1] for layer in layers]
    terms = [d * (k - 1) * math.prod(strides[:i]) for i, (k, _, d) in enumerate(layers)]
    return [1 + sum(terms[: i + 1]) for i in range(len(terms))], math.prod(strides)
