"""Feedback as plain pages: one file for each student, called like the student."""

from __future__ import annotations

from pathlib import Path

from autograder.basics.files import replace_text
from autograder.intake.naming import unique_names
from autograder.platforms.returning import Batch, Handed


def write(batch: Batch, folder: Path) -> Handed:
    names = unique_names([(f.row.name, f.row.key) for f in batch.feedback], taken=["returned"])
    handed = Handed(paths=[folder])
    for name, feedback in zip(names, batch.feedback):
        replace_text(folder / f"{name}.html", feedback.page)
        handed.files.append((f"{name}.html", feedback))
    return handed
