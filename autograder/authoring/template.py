"""Where `student_template/` is: in a source tree beside autograder/, in an installation inside it."""

from __future__ import annotations

from pathlib import Path

import autograder
from autograder.errors import UserError


def package_folder() -> Path:
    return Path(autograder.__file__).resolve().parent


def source_tree() -> Path | None:
    """The repository root, when gradmark runs from one (also as an editable install)."""
    root = package_folder().parent
    project = root / "pyproject.toml"
    if project.is_file() and 'name = "gradmark"' in project.read_text(encoding="utf-8"):
        return root
    return None


def template_folder() -> Path:
    root = source_tree()
    places = [package_folder() / "student_template", *([root / "student_template"] if root else [])]
    for place in reversed(places):
        if (place / "setup_cell.py").is_file():
            return place
    raise UserError("student_template/ is missing from this installation of gradmark; install it again")


def conventions() -> str:
    """What holds in every exercise that does not say otherwise: for each README and each notebook."""
    return (template_folder() / "conventions.md").read_text(encoding="utf-8").strip()
