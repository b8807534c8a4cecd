"""`gradmark init DIR`: a new course, with one complete example or with assignments of another course."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from autograder.authoring.new_concept import ConceptTexts, new_assignment, write_concept
from autograder.authoring.template import package_folder
from autograder.course.concept import ALTERNATIVES, HIDDEN, MISTAKES, PUBLIC
from autograder.course.load import Course, find_course
from autograder.course.model import Assignment
from autograder.course.secret import course_secret
from autograder.errors import UserError

_PARTS = ("assignments", "reference")
_MOST_BYTES = 2 << 30
_LEFT = shutil.ignore_patterns("__pycache__", ".*")
README = """# A course with assignments from elsewhere

Made by `gradmark init --from-course`. It has a secret of its own, so hidden inputs differ from those of the other course.

    gradmark list                           what there is
    gradmark release {number} --out dist           what students get; the proofs of the other course hold here
    gradmark grade {number} submissions --out graded
    gradmark new 90_mine CONCEPT            an assignment of your own

Deadlines, late policy and weights of the semester belong into gradmark.toml.
"""


def init_course(folder: Path) -> Course:
    """Writes the example course into a new or empty folder, with a secret of its own."""
    example = _example()
    course = _new_course(folder, (example / "README.md").read_text(encoding="utf-8"))
    parts = example / "softplus"

    def read(name: str) -> str:
        return (parts / name).read_text(encoding="utf-8")

    summary = "One function, done carefully: the formula is a single line, and that line fails for large inputs."
    new_assignment(course, "01_example", "A smooth ramp", summary=summary, text=read("intro.md"))
    others = {p.stem: p.read_text(encoding="utf-8") for p in sorted((parts / ALTERNATIVES).glob("*.py"))}
    texts = ConceptTexts(read("reference.py"), read(PUBLIC), read(HIDDEN), read(MISTAKES), others, read("section.md"))
    write_concept(course, "01", "softplus", {"softplus": {"points": 5, "seconds": 2, "forbid": ["autograd"]}}, texts)
    return course


def reuse_assignments(folder: Path, wanted: list[str], source: Path | None = None) -> tuple[Course, list[Assignment]]:
    """Assignments of another course in a new one, or in one that is there: all that they consist of, proofs included.

    `source`: a folder in the other course, or a zip or wheel of it; by default the course around the current folder.
    `wanted`: numbers or names; "all" for all.
    """
    with opened_course(source) as other:
        chosen = other.assignments() if wanted == ["all"] else [other.assignment(name) for name in wanted]
        if not chosen:
            raise UserError(f"{other.root} has no assignments")
        if is_course(folder):
            course = Course(folder)
        else:
            course = _new_course(folder, README.format(number=chosen[0].number))
        for assignment in chosen:
            _refuse_taken(course, assignment)
        for assignment in chosen:
            _copy(other, assignment, course)
    return course, [course.assignment(a.name) for a in chosen]


def is_course(folder: Path) -> bool:
    return all((folder / part).is_dir() for part in _PARTS)


@contextmanager
def opened_course(source: Path | None) -> Iterator[Course]:
    """A course in a folder, or in a zip (a wheel is one), wherever in it."""
    if source is None or source.is_dir():
        yield find_course(source)
        return
    if not source.exists():
        raise UserError(f"{source} does not exist: give the folder of a course, or a zip of one")
    with tempfile.TemporaryDirectory(prefix="gradmark-course-") as room:
        try:
            with zipfile.ZipFile(source) as archive:
                top = _top(archive, source)
                inside = [m for m in archive.infolist() if m.filename.startswith(tuple(f"{top}{part}/" for part in _PARTS))]
                if sum(m.file_size for m in inside) > _MOST_BYTES:
                    raise UserError(f"{source} is too large for a course ({_MOST_BYTES >> 30} GB)")
                archive.extractall(room, inside)
        except zipfile.BadZipFile:
            raise UserError(f"{source} is neither the folder of a course nor a zip of one") from None
        yield Course(Path(room) / top)


def _top(archive: zipfile.ZipFile, source: Path) -> str:
    """The folder of the zip that holds the course, with a slash at its end; "" for the zip itself."""
    folders = {str(p) for name in archive.namelist() for p in PurePosixPath(name).parents if p.name == "assignments"}
    for folder in sorted(folders, key=lambda f: (f.count("/"), f)):
        top = folder.removesuffix("assignments")
        if any(name.startswith(f"{top}reference/") for name in archive.namelist()):
            return top
    raise UserError(f"{source} holds no course: there are no assignments/ and reference/ beside each other in it")


def _example() -> Path:
    example = package_folder() / "authoring" / "example_course"
    if not example.is_dir():
        raise UserError(
            "this gradmark came with a student release and has no example course; install the instructor's gradmark"
        )
    return example


def _new_course(folder: Path, readme: str) -> Course:
    """An empty course in a new or empty folder, with a secret of its own."""
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is a file; give the name of a new folder for the course")
    if folder.is_dir() and any(folder.iterdir()):
        raise UserError(f"{folder} is not empty; give the name of a new folder for the course")
    for part in _PARTS:
        (folder / part).mkdir(parents=True)
    (folder / "README.md").write_text(readme, encoding="utf-8")
    # A file called .gitignore inside the package would rule over the package's own repository.
    (folder / ".gitignore").write_bytes((_example() / "gitignore.txt").read_bytes())
    course = Course(folder)
    course_secret(course)
    return course


def _refuse_taken(course: Course, assignment: Assignment) -> None:
    for folder in course.folders():
        if folder.name.split("_")[0] == assignment.number:
            raise UserError(f"{course.root} has {folder.name} already; nothing was copied")
    if (course.reference / assignment.topic).exists():
        raise UserError(f"{course.reference / assignment.topic} already exists; nothing was copied")


def _copy(other: Course, assignment: Assignment, course: Course) -> None:
    shutil.copytree(assignment.folder, course.root / "assignments" / assignment.name, ignore=_LEFT)
    shutil.copytree(assignment.reference, course.reference / assignment.topic, ignore=_LEFT)
