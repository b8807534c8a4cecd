"""`show_map`, `show_images`, `show_curves`: a suite puts a picture beside what a test says, should the test fail.

    show_map(student.attention_weights(q, k), "your attention weights", rows="queries", columns="keys")

What is shown leaves the grader: it is made coarse first (see `picture`). It is the student's own result that belongs
here, never an input or an expected value.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from autograder.checks import picture

_shown: deque[dict[str, Any]] = deque(maxlen=4)
"""Of the test that runs. Whoever runs tests takes them away; elsewhere (public checks, audits) they are forgotten."""


def show_map(values: Any, title: str, *, rows: str = "", columns: str = "") -> None:
    """A matrix, such as attention weights."""
    _show(picture.shown_map(values, title, rows, columns))


def show_images(images: Any, title: str) -> None:
    """Samples of shape (n, height, width); the first 12."""
    _show(picture.shown_images(images, title))


def show_curves(
    curves: Mapping[str, Sequence[float]],
    title: str,
    *,
    band: Sequence[Sequence[float]] = (),
    across: str = "epoch",
) -> None:
    """Curves by name, before the band that the `band` curves (of the reference, say) cover."""
    _show(picture.shown_curves(curves, title, band, across))


def take_shown() -> list[dict[str, Any]]:
    """What was shown since the last time, and forget it."""
    found = list(_shown)
    _shown.clear()
    return found


def _show(found: dict[str, Any] | None) -> None:
    if found is not None:
        _shown.append(found)
