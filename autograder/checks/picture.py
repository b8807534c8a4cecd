"""Pictures of what went wrong, coarse enough to be shown: where an array differs, how a curve ran, what samples look like.

A picture leaves the grader, so it holds no value. A map of differences says where entries are right and where they are not,
never by how much: the size of a difference from a made-up answer would be a picture of the expected one. Pictures of the
student's own result have levels: at most 16 x 16 cells in 5, curves of at most 40 points in 20, all relative to the largest
there is. What code could smuggle out with them is worth nothing where inputs are drawn: with the code they change. Where
they are not drawn there is no picture (`grading.pictures`).
Plain dicts come back, as `grading.results.Picture` takes them, so that this needs numpy alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

MOST_CELLS = 16
LEVELS = 5
"""Of a heat map. In a map of differences there are two: 0 is right, 4 is not."""
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
    if got is None or want is None or got.shape != want.shape or got.ndim == 0 or not 4 <= got.size <= LARGEST:
        return None
    if got.max() - got.min() <= RIGHT * _largest(got, want):
        return None  # a constant is right where what is expected has that value: no place of a mistake
    wrong = _wrong(got, want)
    names = _axis_names(wrong.ndim)
    wrong, kept = _two_axes(wrong)
    if wrong.size < 4:
        return None
    levels = np.where(_binned(wrong) > 0, LEVELS - 1, 0)
    if not levels.any() or levels.all():
        return None
    rows, columns = (names[kept[0]], names[kept[1]]) if len(kept) == 2 else ("", names[kept[0]])
    return {
        "kind": "heatmap",
        "title": title,
        "rows": rows,
        "columns": columns,
        "grids": [levels.tolist()],
        "shape": list(wrong.shape),
    }


def shown_map(values: Any, title: str, rows: str = "", columns: str = "") -> dict[str, Any] | None:
    """A matrix as it is, such as an attention map: light is low, dark is high."""
    found = _numbers(values)
    if found is None or found.ndim != 2 or not 1 <= found.size <= LARGEST:
        return None
    return {
        "kind": "heatmap",
        "title": title,
        "rows": rows,
        "columns": columns,
        "meaning": "value",
        "grids": [_spread(_binned(found)).tolist()],
        "shape": list(found.shape),
    }


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
    own = {name: c for name, values in list(curves.items())[:MOST_CURVES] if (c := _curve(values)) is not None}
    others = [c for values in band if (c := _curve(values)) is not None]
    everything = [c[np.isfinite(c)] for c in (*own.values(), *others)]
    if not own or not any(c.size for c in everything):
        return None
    low, high = min(c.min() for c in everything if c.size), max(c.max() for c in everything if c.size)
    length = max(c.size for c in (*own.values(), *others))
    picture: dict[str, Any] = {
        "kind": "curve",
        "title": title,
        "columns": across,
        "length": int(length),
        "series": {name: _heights(c, length, low, high) for name, c in own.items()},
    }
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


def _largest(*arrays: np.ndarray) -> float:
    return max(float(np.abs(a[np.isfinite(a)]).max(initial=0.0)) for a in arrays)


def _wrong(got: np.ndarray, want: np.ndarray) -> np.ndarray:
    """1 where an entry differs, else 0. NaN and infinity are right only where they are expected."""
    with np.errstate(invalid="ignore", over="ignore"):
        near = np.abs(got - want) <= RIGHT * _largest(want)
    same: np.ndarray = near | (got == want) | (np.isnan(got) & np.isnan(want))
    return (~same).astype(np.float64)


def _axis_names(ndim: int) -> list[str]:
    return ["rows", "columns"] if ndim == 2 else ["entries"] if ndim == 1 else [f"axis {i}" for i in range(ndim)]


def _two_axes(wrong: np.ndarray) -> tuple[np.ndarray, list[int]]:
    """Of more than two axes, the two along which the difference changes most; the others are averaged over."""
    if wrong.ndim <= 2:
        return wrong, list(range(wrong.ndim))
    spread = [float(wrong.mean(axis=tuple(k for k in range(wrong.ndim) if k != axis)).std()) for axis in range(wrong.ndim)]
    kept = sorted(sorted(range(wrong.ndim), key=lambda axis: (spread[axis], axis))[-2:])
    return wrong.mean(axis=tuple(k for k in range(wrong.ndim) if k not in kept)), kept


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


def _spread(cells: np.ndarray) -> np.ndarray:
    cells = np.nan_to_num(cells, nan=0.0, posinf=0.0, neginf=0.0)
    low, high = cells.min(), cells.max()
    levels: np.ndarray = np.minimum(LEVELS - 1, (cells - low) / ((high - low) or 1.0) * LEVELS)
    return levels.astype(int)


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
            heights.append(int(np.clip(round((value - low) / ((high - low) or 1.0) * (HEIGHT - 1)), 0, HEIGHT - 1)))
        else:
            heights.append(None)
    return heights
