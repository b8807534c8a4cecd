"""Where entries are wrong, in words: rows, columns, or the axes' own names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

LONGEST_LIST = 4
"""More indices than this are a pattern that a person would not read."""


def axis_noun(axis: int, ndim: int, names: Sequence[str] | None = None) -> tuple[str, str]:
    """Singular and plural of what one step along an axis is called."""
    if names is not None and len(names) == ndim:
        return f"{names[axis]} index", f"{names[axis]} indices"
    if ndim == 1:
        return "entry", "entries"
    if ndim == 2:
        return ("row", "rows") if axis == 0 else ("column", "columns")
    return f"axis-{axis} index", f"axis-{axis} indices"


def runs(indices: Sequence[int]) -> list[str]:
    """[0, 1, 2, 7] -> ["0-2", "7"]; two neighbours stay apart."""
    parts: list[str] = []
    start = previous = indices[0]
    for i in [*indices[1:], None]:
        if i is not None and i == previous + 1:
            previous = i
            continue
        if previous - start >= 2:
            parts.append(f"{start}-{previous}")
        else:
            parts.extend(str(k) for k in range(start, previous + 1))
        if i is not None:
            start = previous = i
    return parts


def listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


def wrong_along(wrong: np.ndarray) -> dict[int, list[int]]:
    """For each axis along which the wrong entries do not touch every index: the indices they touch."""
    found = {}
    for axis in range(wrong.ndim):
        others = tuple(k for k in range(wrong.ndim) if k != axis)
        touched = wrong.any(axis=others)
        if not touched.all():
            found[axis] = np.flatnonzero(touched).tolist()
    return found


def describe_wrong(
    wrong: np.ndarray, names: Sequence[str] | None = None, *, verb: str = "differ"
) -> tuple[str, dict[str, Any]]:
    """A clause such as "8 of 24 entries differ, only in rows 0 and 3", and the same for machines."""
    count, total = int(wrong.sum()), int(wrong.size)
    where: dict[str, Any] = {"wrong": count, "total": total, "fraction": count / max(total, 1)}
    singular = {"differ": "differs", "are": "is"}.get(verb.split()[0], verb.split()[0])
    if wrong.ndim == 0:
        return f"the value {' '.join([singular, *verb.split()[1:]])}", where
    if count == total:
        return f"all {total} entries {verb}", where
    if count == 1:
        where["axes"] = {axis: [int(i)] for axis, i in enumerate(np.argwhere(wrong)[0])}
        index = ", ".join(str(int(i)) for i in np.argwhere(wrong)[0])
        return f"1 of {total} entries {' '.join([singular, *verb.split()[1:]])}, at index [{index}]", where
    confined = wrong_along(wrong)
    where["axes"] = confined
    clauses = []
    for axis, touched in confined.items():
        one, many = axis_noun(axis, wrong.ndim, names)
        length = wrong.shape[axis]
        inside = runs(touched)
        outside = runs(np.setdiff1d(np.arange(length), touched).tolist())
        if len(inside) <= LONGEST_LIST and len(inside) <= len(outside) + 1:
            clauses.append(f"only in {one if len(touched) == 1 else many} {listed(inside)}")
        elif len(outside) <= LONGEST_LIST:
            clauses.append(f"in all {many} except {listed(outside)}")
    text = f"{count} of {total} entries {verb}"
    return text + (", " + ", ".join(clauses) if clauses else ""), where
