"""Counts for transformers, for the questions of this topic."""

from __future__ import annotations


def encoder_layer_parameters(d: int, d_ff: int, biases: bool = True) -> int:
    """Four projections of attention, two layers of the feed-forward part, and two layer norms."""
    attention = 4 * d * d + (4 * d if biases else 0)
    feed_forward = 2 * d * d_ff + (d + d_ff if biases else 0)
    norms = 2 * 2 * d
    return attention + feed_forward + norms


def attention_layer_multiplications(n: int, d: int) -> int:
    """Projections, scores and weighted sums of one layer over n tokens with d features; whatever the number of heads."""
    return 4 * n * d * d + 2 * n * n * d


def feed_forward_multiplications(n: int, d: int, d_ff: int) -> int:
    return 2 * n * d * d_ff


def patches(height: int, width: int, size: int) -> int:
    return (height // size) * (width // size)
