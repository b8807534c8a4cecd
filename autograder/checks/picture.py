"""Pictures of what went wrong, coarse enough to be shown: where an array differs, how a curve ran, what samples look like.

A picture leaves the grader, so it holds levels and never values: at most 16 x 16 cells in 5 levels, curves of at most
40 points in 20 levels, all relative to the largest there is. Of an expected entry it tells at most how coarsely a wrong one
misses it, and not even that where the same number was returned everywhere. What little code could smuggle out this way is
worth nothing: with the code the hidden inputs change.
Plain dicts come back, as `grading.results.Picture` takes them, so that this needs numpy alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

MOST_CELLS = 16
LEVELS = 5
"""Of a heat map: 0 is right, 4 is the largest difference."""
MOST_POINTS = 40
HEIGHT = 20
"""Levels of a curve."""
MOST_IMAGES = 12
MOST_CURVES = 4
LARGEST = 4_000_000
RIGHT = 1e-4
"""Differences below this share of the largest entry are drawn as none."""


def difference_map(actual: Any, expected: Any, title: str = "") -> dict[str, Any] | None:
    """Where two arrays of one shape differ; None where a picture would tell nothing that a sentence does not."""
    got, want = _numbers(actual), _numbers(expected)
    if (
        got is None
        or want is None
        or got.shape != want.shape
        or got.ndim == 0
        or not 4 <= got.size <= LARGEST
    ):
        return None
    if got.min() == got.max():
        return None  # the difference from a constant would be a picture of what is expected
    error = _error(got, want)
    names = _axis_names(error.ndim)
    error, kept = _two_axes(error)
    if error.size < 4:
        return None
    cells = _binned(error)
    levels = _as_levels(cells)
    if not _has_a_pattern(levels):
        return None
    rows, columns = (names[kept[0]], names[kept[1]]) if len(kept) == 2 else ("", names[kept[0]])
    return {
        "kind": "heatmap", "title": title, "rows": rows, "columns": columns, "grids": [levels.tolist()],
        "shape": list(error.shape),
    }  # fmt: skip


def shown_map(values: Any, title: str, rows: str = "", columns: str = "") -> dict[str, Any] | None:
    """A matrix as it is, such as an attention map: light is low, dark is high."""
    found = _numbers(values)
    if found is None or found.ndim != 2 or not 1 <= found.size <= LARGEST:
        return None
    return {
        "kind": "heatmap", "title": title, "rows": rows, "columns": columns, "meaning": "value",
        "grids": [_spread(_binned(found)).tolist()], "shape": list(found.shape),
    }  # fmt: skip


def shown_images(images: Any, title: str) -> dict[str, Any] | None:
    """A few samples (n, height, width) side by side."""
    found = _numbers(images)
    if found is None or found.ndim != 3 or not 1 <= found.size <= LARGEST:
        return None
    grids = [_spread(_binned(image)).tolist() for image in found[:MOST_IMAGES]]
    return {"kind": "images", "title": title, "meaning": "value", "grids": grids}


def shown_curves(
    curves: Mapping[str, Sequence[float]],
    title: str,
    band: Sequence[Sequence[float]] = (),
    across: str = "epoch",
) -> dict[str, Any] | None:
    """A student's curves over the steps, in front of the band that the curves in `band` cover."""
    own = {
        name: c for name, values in list(curves.items())[:MOST_CURVES] if (c := _curve(values)) is not None
    }
    others = [c for values in band if (c := _curve(values)) is not None]
    everything = [c[np.isfinite(c)] for c in (*own.values(), *others)]
    if not own or not any(c.size for c in everything):
        return None
    low, high = min(c.min() for c in everything if c.size), max(c.max() for c in everything if c.size)
    length = max(c.size for c in (*own.values(), *others))
    picture: dict[str, Any] = {
        "kind": "curve", "title": title, "columns": across, "length": int(length),
        "series": {name: _heights(c, length, low, high) for name, c in own.items()},
    }  # fmt: skip
    if others:
        shortest = min(c.size for c in others)
        stack = np.stack([c[:shortest] for c in others])
        edges = [_heights(edge, length, low, high) for edge in (stack.min(0), stack.max(0))]
        picture |= {"kind": "band", "band": edges}
    return picture


# --- arrays ------------------------------------------------------------------------------------------------------


def _numbers(value: Any) -> np.ndarray | None:
    from autograder.checks.values import read_numbers

    found = read_numbers(value)
    if found is None:
        return None
    data = found.data
    return np.asarray(np.abs(data) if data.dtype.kind == "c" else data).astype(np.float64)


def _error(got: np.ndarray, want: np.ndarray) -> np.ndarray:
    """Size of the difference as a share of the largest; NaN and infinity count as the largest."""
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.abs(got - want)
    error[np.isnan(error) & (np.isnan(got) == np.isnan(want))] = 0.0
    known = error[np.isfinite(error)]
    error = np.where(np.isfinite(error), error, max(float(known.max(initial=0.0)), 1.0))
    finite = want[np.isfinite(want)]
    error[error <= RIGHT * float(np.abs(finite).max(initial=0.0))] = 0.0
    return error / (error.max(initial=0.0) or 1.0)


def _axis_names(ndim: int) -> list[str]:
    return (
        ["rows", "columns"] if ndim == 2 else ["entries"] if ndim == 1 else [f"axis {i}" for i in range(ndim)]
    )


def _two_axes(error: np.ndarray) -> tuple[np.ndarray, list[int]]:
    """Of more than two axes, the two along which the difference changes most; the others are averaged over."""
    if error.ndim <= 2:
        return error, list(range(error.ndim))
    spread = [
        float(error.mean(axis=tuple(k for k in range(error.ndim) if k != axis)).std())
        for axis in range(error.ndim)
    ]
    kept = sorted(sorted(range(error.ndim), key=lambda axis: (spread[axis], axis))[-2:])
    return error.mean(axis=tuple(k for k in range(error.ndim) if k not in kept)), kept


def _binned(values: np.ndarray) -> np.ndarray:
    """At most 16 x 16 cells: means of blocks."""
    values = np.atleast_2d(values)
    for axis in (0, 1):
        size = values.shape[axis]
        if size > MOST_CELLS:
            edges = np.linspace(0, size, MOST_CELLS + 1).astype(int)[:-1]
            sums = np.add.reduceat(values, edges, axis=axis)
            counts = np.diff([*edges, size])
            values = sums / (counts[:, None] if axis == 0 else counts)
    return values


def _as_levels(cells: np.ndarray) -> np.ndarray:
    """0 only where all is right; the root, so that a small difference is still seen beside a large one."""
    top = cells.max(initial=0.0) or 1.0
    return np.where(
        cells > 0, 1 + np.minimum(LEVELS - 2, (np.sqrt(cells / top) * (LEVELS - 1))).astype(int), 0
    )


def _spread(cells: np.ndarray) -> np.ndarray:
    cells = np.nan_to_num(cells, nan=0.0, posinf=0.0, neginf=0.0)
    low, high = cells.min(), cells.max()
    return np.minimum(LEVELS - 1, (cells - low) / ((high - low) or 1.0) * LEVELS).astype(int)


def _has_a_pattern(levels: np.ndarray) -> bool:
    """Some cells right and some wrong, or whole rows or columns apart from others; noise all over tells nothing."""
    if not levels.any() or levels.min() == levels.max():
        return False
    if (levels == 0).any():
        return True
    total = float(levels.var())
    along = [float(levels.mean(axis=axis).var()) for axis in (0, 1) if levels.shape[1 - axis] > 1]
    return levels.shape[0] > 1 and levels.shape[1] > 1 and max(along) > 0.75 * total


# --- curves ------------------------------------------------------------------------------------------------------


def _curve(values: Any) -> np.ndarray | None:
    try:
        found = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        return None
    return found if found.ndim == 1 and 2 <= found.size <= LARGEST else None


def _heights(curve: np.ndarray, length: int, low: float, high: float) -> list[int | None]:
    """At the same places for every curve of a picture; None where there is no number, or the curve has ended."""
    places = np.unique(np.linspace(0, length - 1, min(length, MOST_POINTS)).astype(int))
    heights: list[int | None] = []
    for i in places:
        value = float(curve[i]) if i < curve.size else float("nan")
        if np.isfinite(value):
            heights.append(
                int(np.clip(round((value - low) / ((high - low) or 1.0) * (HEIGHT - 1)), 0, HEIGHT - 1))
            )
        else:
            heights.append(None)
    return heights
