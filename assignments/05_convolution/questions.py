"""Sizes and costs of convolutional layers, for the questions of this topic."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod


def conv_output(n: int, k: int, s: int = 1, p: int = 0, dilation: int = 1) -> int:
    """Length of the output along one axis; a window that does not fit is dropped."""
    return (n + 2 * p - dilation * (k - 1) - 1) // s + 1


def transposed_output(n: int, k: int, s: int = 1, p: int = 0) -> int:
    """Length of the output of a transposed convolution along one axis."""
    return (n - 1) * s - 2 * p + k


def conv_parameters(c_in: int, c_out: int, k: int, bias: bool = True, groups: int = 1) -> int:
    return c_out * (c_in // groups) * k * k + (c_out if bias else 0)


def conv_multiplications(h_out: int, w_out: int, c_in: int, c_out: int, k: int, groups: int = 1) -> int:
    """Multiplications of one pass over one image."""
    return h_out * w_out * c_out * (c_in // groups) * k * k


def receptive_field(kernels: Sequence[int], strides: Sequence[int]) -> int:
    """Side of the part of the input that one output value of the last layer depends on."""
    return 1 + sum((k - 1) * prod(strides[:layer]) for layer, k in enumerate(kernels))
