"""How many numbers a recurrent net learns."""

from __future__ import annotations


def recurrent_param_count(cell: str, d: int, h: int, layers: int = 1, bidirectional: bool = False, biases: int = 1) -> int:
    """Number of parameters of a recurrent net: weights and biases of all layers and directions.

    A layer with h units that reads d_l numbers at each step has, in each direction,

        G * (h * (d_l + h) + biases * h)

    parameters, with G = 1 for a plain RNN, 4 for an LSTM (three gates and the candidate), 3 for a GRU. The
    first layer reads the input. A deeper layer reads the states of the layer below, and of both
    of its directions if there are two.

    Args:
        cell: "rnn", "lstm" or "gru".
        d: how many numbers the input has at each step.
        h: units of each layer, in each direction.
        layers: how many layers are stacked.
        bidirectional: whether each layer reads in both directions.
        biases: bias vectors for each of the G blocks (PyTorch keeps 2, which are added).

    Returns:
        The count, an int.
    """
    blocks = {"rnn": 1, "lstm": 4, "gru": 3}[cell]
    directions = 2 if bidirectional else 1
    total, inputs = 0, d
    for _ in range(layers):
        total += directions * blocks * (h * (inputs + h) + biases * h)
        inputs = h * directions
    return total
