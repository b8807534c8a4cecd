"""`gradmark init DIR`: a new course that works at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(folder: Annotated[Path, typer.Argument(help="A folder that is new or empty.")]) -> None:
    """Start a new course: one example assignment with a reference, suites, mistakes and a README.

    Example: `gradmark init my-course`, and then read my-course/README.md
    """
    from autograder.authoring.scaffold import init_course

    init_course(folder)
    print(f"made {folder}: read {folder / 'README.md'}, then try: cd {folder} && gradmark show 01")
