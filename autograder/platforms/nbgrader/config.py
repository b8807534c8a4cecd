"""What `nbgrader_config.py` calls: gradmark's classes in nbgrader's lists, and the course that they grade with."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from autograder.course import find_course
from autograder.errors import UserError
from autograder.platforms.nbgrader.version import require_nbgrader, tools_on_path

HERE = "autograder.platforms.nbgrader"


def configure(c: Any, course: str | Path) -> None:
    """Ends the program where grading in the jail cannot be set up: nbgrader would log an error and go on without it.

    Classes are given by name: every nbgrader command reads this, and few of them grade.
    """
    try:
        require_nbgrader()
        root = find_course(Path(os.environ.get("GRADMARK_COURSE") or course)).root
    except UserError as error:
        raise SystemExit(f"nbgrader_config.py: {error}") from None
    tools_on_path()
    from nbgrader.converters import Autograde, GenerateAssignment

    c.GradeInJail.course = str(root)
    c.Autograde.exporter_class = f"{HERE}.reading.ReadAnything"
    c.Autograde.pre_convert_hook = f"{HERE}.reading.remove_links"
    c.HTMLExporter.filters = {"markdown2html": f"{HERE}.clean.markdown2html"}
    for trait, old, new in (
        (Autograde.sanitize_preprocessors, "DeduplicateIds", f"{HERE}.reading.RestoreCells"),
        (Autograde.autograde_preprocessors, "Execute", f"{HERE}.grade.GradeInJail"),
        (GenerateAssignment.preprocessors, "ClearSolutions", f"{HERE}.stubs.KeepStubs"),
    ):
        steps = [new if step.__name__ == old else step for step in trait.default()]
        if new not in steps:
            raise SystemExit(f"nbgrader_config.py: this nbgrader's {trait.name} has no {old} to replace")
        setattr(c[trait.this_class.__name__], trait.name, steps)
