"""Finding and reading a course. Every complaint names the file and the line."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from autograder.basics.words import ENGLISH
from autograder.course.dates import CourseSettings, settings_path
from autograder.course.model import Assignment
from autograder.errors import UserError

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib  # type: ignore[no-redef]


@dataclass(frozen=True)
class Course:
    """A folder with assignments/ and reference/."""

    root: Path

    @property
    def reference(self) -> Path:
        return self.root / "reference"

    def folders(self) -> list[Path]:
        return sorted(p.parent for p in (self.root / "assignments").glob("*/assignment.toml"))

    def settings(self) -> CourseSettings:
        """What gradmark.toml says, where there is one."""
        path = settings_path(self.root)
        return _load(path, CourseSettings) if path.is_file() else CourseSettings()

    def language(self, assignment: Assignment) -> str:
        """Of gradmark's own words: what the assignment says goes before what the course says."""
        return assignment.language or self.settings().language or ENGLISH

    def assignments(self) -> list[Assignment]:
        return [load_assignment(folder) for folder in self.folders()]

    def assignment(self, wanted: str) -> Assignment:
        """By number ("04", "4"), by name ("04_regularization", "regularization") or by path."""
        stem = Path(wanted).name if os.sep in wanted else wanted
        for folder in self.folders():
            number, _, name = folder.name.partition("_")
            if stem in (folder.name, name, number) or (stem.isdigit() and number.isdigit() and int(stem) == int(number)):
                return load_assignment(folder)
        have = ", ".join(f.name for f in self.folders()) or "none"
        raise UserError(f"no assignment {wanted!r} in {self.root / 'assignments'}; there are: {have}")


def find_course(start: Path | None = None) -> Course:
    """The course around `start` (or $GRADMARK_COURSE, or the current folder)."""
    origin = start or Path(os.environ.get("GRADMARK_COURSE") or Path.cwd())
    for folder in [origin.resolve(), *origin.resolve().parents]:
        if (folder / "assignments").is_dir() and (folder / "reference").is_dir():
            return Course(folder)
    raise UserError(
        f"no course here: {origin} and the folders above it have no assignments/ and reference/; "
        "go to a course, pass --course DIR, or start one with: gradmark init DIR"
    )


def load_assignment(folder: Path) -> Assignment:
    return _load(folder / "assignment.toml", Assignment).placed_in(folder)


M = TypeVar("M", bound=BaseModel)


def _load(path: Path, kind: type[M]) -> M:
    text = _read(path)
    data = parse_toml(text, path)
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        line_number = line_of(text, first["loc"])
        what = ".".join(str(part) for part in first["loc"])
        message = first["msg"].removeprefix("Value error, ")
        raise UserError(f"{path}:{line_number}: {what + ': ' if what else ''}{message}") from None


def parse_toml(text: str, path: Path) -> dict[str, Any]:
    """The tables of a file's text; `path` is for the message."""
    try:
        data: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = found.group(1) if found else len(text.splitlines())  # "at end of document"
        raise UserError(f"{path}:{line}: not valid TOML: {error}") from None
    return data


def line_of(text: str, location: tuple[int | str, ...]) -> int:
    """The line of the TOML key that a pydantic location points to (the nearest one found)."""
    lines = text.splitlines()
    line, scope_end = 0, len(lines)
    for part, following in zip(location, [*location[1:], None]):
        if isinstance(part, str) and isinstance(following, int):
            headers = [i for i, s in enumerate(lines) if re.match(rf"\s*\[\[\s*{re.escape(part)}\s*\]\]", s)]
            if following < len(headers):
                line = headers[following]
                scope_end = next((i for i in range(line + 1, len(lines)) if lines[i].lstrip().startswith("[")), len(lines))
        elif isinstance(part, str):
            key = re.compile(rf"\s*(\[.*\b{re.escape(part)}\]|{re.escape(part)}\s*=)")
            line = next((i for i in range(line, scope_end) if key.match(lines[i])), line)
    return line + 1


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UserError(f"{path} is missing") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} cannot be read: {error}") from None
