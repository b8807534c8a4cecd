"""`gradmark init DIR`: a new course with one complete, working example."""

from __future__ import annotations

from pathlib import Path

from autograder.authoring.template import package_folder
from autograder.course.load import Course
from autograder.course.secret import course_secret
from autograder.errors import UserError

# A file called .gitignore inside the package would rule over the package's own repository.
RENAMED = {"gitignore.txt": ".gitignore"}


def init_course(folder: Path) -> Course:
    """Writes the example course into a new or empty folder, with a secret of its own."""
    example = package_folder() / "authoring" / "example_course"
    if not example.is_dir():
        raise UserError(
            "this gradmark came with a student release and has no example course; "
            "install the instructor's gradmark"
        )
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is a file; give the name of a new folder for the course")
    if folder.is_dir() and any(folder.iterdir()):
        raise UserError(f"{folder} is not empty; give the name of a new folder for the course")
    for path in sorted(p for p in example.rglob("*") if p.is_file() and "__pycache__" not in p.parts):
        inside = path.relative_to(example)
        target = folder / inside.with_name(RENAMED.get(path.name, path.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    course = Course(folder)
    course_secret(course)
    return course
