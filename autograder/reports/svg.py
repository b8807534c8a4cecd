"""Drawings as inline SVG. Colours are classes of the style sheet, so that dark mode and paper get theirs.

Each drawing says in words what it shows, for those who hear the page.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup, escape

from autograder.basics.words import tr, trn
from autograder.checks.picture import HEIGHT, LEVELS
from autograder.grading.results import Picture

CELL = 18
GAP = 2
CURVE_WIDTH, CURVE_HEIGHT = 320, 140


def drawing(picture: Picture) -> Markup:
    if picture.kind in ("heatmap", "images") and picture.grids:
        return Markup("").join(_grid(picture, grid) for grid in picture.grids)
    if picture.kind in ("curve", "band") and picture.series:
        return _curves(picture)
    return Markup("")


def in_words(picture: Picture) -> str:
    """What the drawing shows, in a sentence."""
    if picture.kind in ("curve", "band"):
        shown = {"names": ", ".join(picture.series), "n": picture.length, "what": picture.columns or tr("the step")}
        if picture.band:
            return tr("%(names)s over %(n)s values of %(what)s, before the band of right solutions", **shown)
        return tr("%(names)s over %(n)s values of %(what)s", **shown)
    if picture.kind == "images":
        return trn("%(n)s sample", "%(n)s samples", len(picture.grids))
    grid = picture.grids[0]
    cells = [level for row in grid for level in row]
    if picture.meaning == "value":
        return tr("a map of %(size)s, from low to high", size=_by(picture))
    wrong = sum(level > 0 for level in cells)
    return tr("a map of %(size)s: %(wrong)s of %(cells)s cells differ", size=_by(picture), wrong=wrong, cells=len(cells))


def _by(picture: Picture) -> str:
    shape = picture.shape or [len(picture.grids[0]), len(picture.grids[0][0])]
    if len(shape) == 1:
        return trn("%(n)s entry", "%(n)s entries", shape[0])
    return tr("%(rows)s by %(columns)s entries", rows=shape[0], columns=shape[1])


def _grid(picture: Picture, grid: Sequence[Sequence[int]]) -> Markup:
    """One path a level: a few elements however many cells."""
    rows, columns = len(grid), max((len(row) for row in grid), default=0)
    size = CELL if picture.kind == "heatmap" else CELL // 3
    gap = GAP if picture.kind == "heatmap" else 0
    paths = [""] * LEVELS
    for i, row in enumerate(grid):
        for j, level in enumerate(row):
            x, y, side = j * size, i * size, size - gap
            paths[min(level, LEVELS - 1)] += f"M{x} {y}h{side}v{side}h-{side}z"
    kind = "d" if picture.meaning == "difference" else "v"
    body = "".join(f'<path class="{kind}{level}" d="{path}"/>' for level, path in enumerate(paths) if path)
    label = escape(in_words(picture))
    return Markup(
        f'<svg class="map" role="img" aria-label="{label}" width="{columns * size}" height="{rows * size}" '
        f'viewBox="0 0 {columns * size} {rows * size}">{body}</svg>'
    )


def _curves(picture: Picture) -> Markup:
    points = max(len(s) for s in picture.series.values())
    pad = 6
    step = (CURVE_WIDTH - 2 * pad) / max(points - 1, 1)

    def place(i: int, height: float) -> str:
        up = min(max(height, 0), HEIGHT - 1) * (CURVE_HEIGHT - 2 * pad) / (HEIGHT - 1)
        return f"{pad + i * step:.1f} {CURVE_HEIGHT - pad - up:.1f}"

    body = f'<path class="axis" d="M{pad} {pad}V{CURVE_HEIGHT - pad}H{CURVE_WIDTH - pad}"/>'
    if len(picture.band) == 2:
        low, high = ([(i, h) for i, h in enumerate(edge) if h is not None] for edge in (picture.band[0], picture.band[1]))
        # A band of one line would not be seen: it is drawn half a level thick.
        around = [place(i, h + 0.5) for i, h in high] + [place(i, h - 0.5) for i, h in reversed(low)]
        if around:
            body += f'<path class="band" d="M{"L".join(around)}z"/>'
    for number, heights in enumerate(picture.series.values()):
        line, pen = "", "M"
        for i, height in enumerate(heights):
            if height is None:
                pen = "M"
                continue
            line += pen + place(i, height)
            pen = "L"
        if line:
            body += f'<path class="curve c{number}" d="{line}"/>'
    label = escape(in_words(picture))
    return Markup(
        f'<svg class="plot" role="img" aria-label="{label}" width="{CURVE_WIDTH}" height="{CURVE_HEIGHT}" '
        f'viewBox="0 0 {CURVE_WIDTH} {CURVE_HEIGHT}">{body}</svg>'
    )


def ring(share: float, size: int = 132) -> Markup:
    """The score as a ring; the number stands in it as text of the page."""
    radius, share = size / 2 - 9, min(max(share, 0.0), 1.0)
    around = 2 * math.pi * radius
    middle = size / 2
    mood = "full" if share >= 0.9995 else "some" if share >= 0.5 else "low"
    arc = (
        f'<circle class="arc {mood}" cx="{middle}" cy="{middle}" r="{radius}" transform="rotate(-90 {middle} {middle})" '
        f'stroke-dasharray="{share * around:.1f} {around:.1f}"/>'
        if share > 0
        else ""
    )
    return Markup(
        f'<svg class="ring" aria-hidden="true" width="{size}" height="{size}" viewBox="0 0 {size} {size}">'
        f'<circle class="track" cx="{middle}" cy="{middle}" r="{radius}"/>{arc}</svg>'
    )


def bar(share: float | None, css: str = "good", width: int = 120, height: int = 10) -> Markup:
    """A share as a bar; said in text beside it, so hidden from those who hear the page."""
    filled = width * min(max(share or 0.0, 0.0), 1.0)
    return Markup(
        f'<svg class="bar" aria-hidden="true" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<rect class="track" width="{width}" height="{height}" rx="3"/>'
        f'<rect class="{css}" width="{filled:.1f}" height="{height}" rx="3"/></svg>'
    )


def histogram(counts: Sequence[int], labels: Sequence[str], marks: Sequence[tuple[float, str]], words: str) -> Markup:
    """Counts as columns with their numbers; `marks` are (place from 0 to 1, what stands there)."""
    width, height, floor, head = 860, 236, 206, 44
    step = width / max(len(counts), 1)
    top = max(counts, default=0) or 1
    body = ""
    for place, what in marks:
        x = width * min(max(place, 0.0), 1.0)
        side, shift = ("end", 2) if place > 0.5 else ("start", -2)  # above the columns, towards the middle
        body += f'<path class="mark" d="M{x:.1f} 20V{floor}"/>'
        body += f'<text class="what" text-anchor="{side}" x="{x + shift:.1f}" y="14">{escape(what)}</text>'
    for i, count in enumerate(counts):
        tall = (floor - head) * count / top
        x = i * step
        if count:
            box = f'x="{x + 2:.1f}" y="{floor - tall:.1f}" width="{step - 4:.1f}" height="{tall:.1f}"'
            body += f'<rect class="column" {box} rx="2"/>'
            body += f'<text class="count" x="{x + step / 2:.1f}" y="{floor - tall - 5:.1f}">{count}</text>'
    for i, label in enumerate(labels):
        body += f'<text class="tick" x="{width * i / max(len(labels) - 1, 1):.1f}" y="{floor + 18}">{escape(label)}</text>'
    body += f'<path class="axis" d="M0 {floor}H{width}"/>'
    return Markup(
        f'<svg class="histogram" role="img" aria-label="{escape(words)}" viewBox="-14 0 {width + 28} {height}">{body}</svg>'
    )


def strip(levels: Sequence[int], words: str) -> Markup:
    """One student's exercises in a row: 0 nothing, 1 a part, 2 all of it."""
    paths = ["", "", ""]
    for i, level in enumerate(levels):
        paths[level] += f"M{i * 9} 0h7v14h-7z"
    width = max(len(levels) * 9 - 2, 1)
    names = ("none", "part", "whole")
    body = "".join(f'<path class="{name}" d="{path}"/>' for name, path in zip(names, paths) if path)
    return Markup(
        f'<svg class="strip" role="img" aria-label="{escape(words)}" width="{width}" height="14" '
        f'viewBox="0 0 {width} 14">{body}</svg>'
    )
