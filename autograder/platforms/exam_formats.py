"""An exam for other systems: `gradmark exam make --format`. Nothing is imported before it is asked for.

Each gets what `gradmark exam make` wrote and adds what the system needs to the staff's part. The notebooks of students are the
same whatever system collects them.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from pathlib import Path

from autograder.errors import UserError
from autograder.exams.sitting import Sitting

FORMATS = {
    "gradescope": "autograder.platforms.gradescope.release",
    "otter": "autograder.platforms.otter.exam",
    "nbgrader": "autograder.platforms.nbgrader.exam",
}


def chosen(said: Iterable[str]) -> list[str]:
    """Of `--format a,b --format c`; the plain one is always made."""
    names = [name.strip() for each in said for name in each.split(",") if name.strip()]
    names = [*FORMATS] if "all" in names else [name for name in dict.fromkeys(names) if name != "plain"]
    unknown = [name for name in names if name not in FORMATS]
    if unknown:
        raise UserError(f"--format {unknown[0]}: choose from plain, {', '.join(FORMATS)} or all")
    return names


def build(formats: Iterable[str], made: Path, sitting: Sitting) -> list[Path]:
    """What was written for staff, one path a format."""
    found = []
    for name in formats:
        try:
            module = importlib.import_module(FORMATS[name])
        except ModuleNotFoundError as error:
            raise UserError(f"--format {name} needs {error.name}; install it with: pip install 'gradmark[{name}]'") from None
        found.append(module.exam_zip(made, sitting))
    return found
