"""A fully connected layer."""

from __future__ import annotations

import torch


def linear_layer(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """x weight^T + bias: x is (N, D), weight is (M, D), bias is (M,). torch's own layer is not allowed."""
    return x @ weight.T + bias
