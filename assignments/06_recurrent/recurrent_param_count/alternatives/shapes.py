import math


def recurrent_param_count(cell, d, h, layers=1, bidirectional=False, biases=1):
    """Write down the shape of every array, and add up their sizes."""
    wide = {"rnn": h, "gru": 3 * h, "lstm": 4 * h}[cell]
    shapes = []
    for layer in range(layers):
        for _ in range(2 if bidirectional else 1):
            below = d if layer == 0 else (2 * h if bidirectional else h)
            shapes += [(below, wide), (h, wide)] + [(wide,)] * biases
    return sum(math.prod(shape) for shape in shapes)
