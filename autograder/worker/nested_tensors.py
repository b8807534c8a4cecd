"""Tensors in nested containers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def tensors_in(value: Any) -> list[Any]:
    """All of them, in order; those of a dict in the order of its values."""
    return list(_walk(value))


def _walk(value: Any) -> Iterator[Any]:
    import torch

    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _walk(item)
