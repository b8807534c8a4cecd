"""Where `student_template/` is: in a source tree beside autograder/, in an installation inside it."""

from __future__ import annotations

from pathlib import Path
from string import Template

import autograder
from autograder.basics.words import mark, tr, translated
from autograder.errors import UserError

SETUP_SENTENCES = (
    mark("Run this cell first, every time you open the notebook. It works on your machine and in Colab."),
    mark("Choose $name.zip, the file this notebook came in."),
    mark("Open this notebook from inside the folder it came in, $name."),
    mark("In a terminal in this folder: pip install -r requirements.txt"),
)


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
    return translated((template_folder() / "conventions.md").read_text(encoding="utf-8").strip())


def setup_cell(name: str) -> str:
    """The notebook's first cell. Its sentences stand in strings and a comment, so they are exchanged one by one."""
    text = (template_folder() / "setup_cell.py").read_text(encoding="utf-8").strip()
    for sentence in SETUP_SENTENCES:
        assert sentence in text, f"student_template/setup_cell.py has no {sentence!r}"
        text = text.replace(sentence, tr(sentence))
    return Template(text).substitute(name=name)
