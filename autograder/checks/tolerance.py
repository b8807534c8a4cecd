"""How close is close, by the precision of the numbers and by the device that they were computed on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np

from autograder.checks.values import Numbers

# Relative to the greatest entry of the expected array, never to the single entry: a right algorithm may
# round anywhere, and the relative error of an entry near zero says nothing. The absolute part only covers
# arrays that are zero but for rounding.
BY_PRECISION: dict[str, tuple[float, float]] = {
    "double": (1e-8, 1e-10),  # between what a right algorithm rounds away and what float32 does (6e-8)
    "single": (1e-4, 1e-6),
    "half": (1e-2, 1e-3),
    "bfloat16": (4e-2, 4e-3),
    "exact": (0.0, 0.0),
}
ON_A_GPU: dict[str, tuple[float, float]] = {
    # Sums run in another order in each kernel, and fast convolutions transform their inputs first. Doubles have room for both.
    **BY_PRECISION,
    "single": (4e-4, 4e-6),
    "half": (2e-2, 2e-3),
    "bfloat16": (8e-2, 8e-3),
}
COARSENESS = ["exact", "double", "single", "half", "bfloat16"]

PRECISION = {
    "float64": "double",
    "complex128": "double",
    "float": "double",
    "complex": "double",
    "longdouble": "double",
    "float128": "double",
    "clongdouble": "double",
    "complex256": "double",
    "float32": "single",
    "complex64": "single",
    "float16": "half",
    "complex32": "half",
    "bfloat16": "bfloat16",
}


_device: ContextVar[str] = ContextVar("device of the answers", default="cpu")


@contextmanager
def answers_from(device: str) -> Iterator[None]:
    """Numbers that are compared inside were computed on this device; those expected were computed on the CPU."""
    token = _device.set(device)
    try:
        yield
    finally:
        _device.reset(token)


def defaults(precision_name: str) -> tuple[float, float]:
    """Relative and absolute tolerance, by precision and by where the answers come from."""
    return (BY_PRECISION if _device.get() == "cpu" else ON_A_GPU)[precision_name]


def precision(numbers: Numbers) -> str:
    return PRECISION.get(numbers.dtype, "exact")


def common_precision(actual: Numbers, expected: Numbers) -> str:
    """What is expected decides: float64 data give float64 answers. Torch computes in float32 by itself, so there the
    coarser of the two. Exact only where both are: a whole-number scalar may stand for a float."""
    if "torch" not in (actual.library, expected.library) and precision(expected) == "double":
        return "double"
    return max(precision(actual), precision(expected), key=COARSENESS.index)


def tolerance(actual: Numbers, expected: Numbers, rtol: float | None = None, atol: float | None = None) -> float:
    """The greatest difference that is still rounding."""
    default_rtol, default_atol = defaults(common_precision(actual, expected))
    finite = np.abs(expected.data[np.isfinite(expected.data)].astype(np.complex128))
    scale = float(finite.max(initial=0.0))
    return (default_atol if atol is None else atol) + (default_rtol if rtol is None else rtol) * scale
