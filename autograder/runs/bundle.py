"""The course that grades one selection and holds nothing else: what otter's and Gradescope's zips carry.

A bundle is an ordinary course with one assignment, and its set `released` is the selection with its points, so that
`gradmark grade` in it does what it does in the whole course. It holds hidden suites, references and the secret: it never
leaves the instructor's side.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from autograder.basics.pins import pinned
from autograder.basics.words import Language, spoken
from autograder.course.load import Course, load_assignment
from autograder.course.model import Selection
from autograder.course.secret import course_secret
from autograder.errors import UserError
from autograder.jail.packages import STUDENTS
from autograder.suites.reference import suite_parts

SET = "released"
EXAM = "exam"
"""Folder of an exam's bundle: what `gradmark exam make` wrote, as far as grading needs it (`exam_bundle.py`)."""
USED_WITH = {
    "sqlalchemy": "",
    "torch": r"^\s*(import|from) torch\b",
    "scikit-learn": r"\b(sklearn|autograder\.data)\b",
}
"""Packages beyond the core that grading needs: always, or if a suite or a reference says so."""


def bundle_files(course: Course, selection: Selection) -> dict[str, bytes]:
    """Name -> content of the smallest course that grades this selection."""
    assignment = selection.assignment
    folder = assignment.folder
    paths = {path for e in selection.exercises for path in suite_parts(assignment, e).values()}
    concepts = [assignment.concept(module) for module in selection.modules()]
    paths |= {path for concept in concepts for path in (concept.mistakes, concept.public)}
    paths.add(folder / "notebook.md")  # its cells are no part of an answer
    files = {p.relative_to(course.root).as_posix(): p.read_bytes() for p in sorted(paths) if p.is_file()}
    files[f"assignments/{assignment.name}/assignment.toml"] = _with_set(selection).encode()
    if (catalogue := spoken().catalogue()) and catalogue.is_relative_to(course.root):
        files[catalogue.relative_to(course.root).as_posix()] = catalogue.read_bytes()
    files[".gradmark/secret"] = (course_secret(course).hex() + "\n").encode()
    return files


def _with_set(selection: Selection) -> str:
    """assignment.toml as it is, and at its end the selection as a set of its own."""
    if SET in selection.assignment.sets:
        raise UserError(f"{selection.assignment.name}: a set cannot be named {SET!r}; bundles use that name")
    text = (selection.assignment.folder / "assignment.toml").read_text(encoding="utf-8")
    text = _in_language(text, spoken().code)
    points = ", ".join(f"{e.id} = {e.points}" for e in selection.exercises)
    return f"{text.rstrip()}\n\n[sets.{SET}]\npoints = {{ {points} }}\n"


def _in_language(toml: str, code: str) -> str:
    """The same with the language of this release, which may be that of the whole course or of one command."""
    top, bracket, rest = re.split(r"(?m)(^\s*\[)", toml, maxsplit=1) if re.search(r"(?m)^\s*\[", toml) else (toml, "", "")
    top = re.sub(r"(?m)^\s*language\s*=.*\n?", "", top)
    return f'language = "{code}"\n{top}{bracket}{rest}'


def requirements(selection: Selection, files: dict[str, bytes]) -> list[str]:
    return requirements_of({e.runtime for e in selection.exercises}, files)


def requirements_of(runtimes: Iterable[str], files: dict[str, bytes]) -> list[str]:
    """What pip has to install so that a bundle can grade, in the versions that were tested: torch, which is most of an image,
    only where it is used."""
    trusted = [f.decode() for name, f in files.items() if name.endswith(".py") and "/given/" not in name]
    wanted = {name for name, sign in USED_WITH.items() if re.search(sign, "\n".join(trusted), re.MULTILINE)}
    for runtime in runtimes:
        wanted |= set(STUDENTS[runtime])  # what students' code may import is there on every road
    chosen = []
    for line in metadata.requires("gradmark") or []:
        requirement, _, marker = line.partition(";")
        name = re.split(r"[^\w.-]", requirement)[0]
        if "extra" not in marker:
            chosen.append(line)
        elif name in wanted and "'grading'" in marker.replace('"', "'"):
            chosen.append(requirement.strip())
    return [line for requirement in sorted(set(chosen)) for line in pinned(requirement)]


def open_bundle(archive: Path, folder: Path) -> Path:
    """Unpacks a zipped bundle where only this user can look."""
    folder.mkdir(mode=0o700)
    with zipfile.ZipFile(archive) as file:
        file.extractall(folder)
    return folder


def language_of(bundle: Path) -> Language:
    course = Course(bundle)
    return Language(course.language(load_assignment(course.folders()[0])), bundle)


def selection_of(bundle: Path) -> Selection:
    return load_assignment(Course(bundle).folders()[0]).select(set_name=SET)


def is_exam_bundle(bundle: Path) -> bool:
    return (bundle / EXAM).is_dir()


def has_exam(archive: Path) -> bool:
    """Of a bundle that is zipped."""
    with zipfile.ZipFile(archive) as file:
        return any(name.startswith(f"{EXAM}/") for name in file.namelist())
