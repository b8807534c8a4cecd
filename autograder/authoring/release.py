"""`gradmark release`: one folder for students, another for the instructor, and nothing that leaks.

A release is made in a temporary folder beside its destination, searched for leaks, and moved into place
only when it is clean. The same course gives the same bytes.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from string import Template

from autograder import __version__
from autograder.authoring.data import export_data
from autograder.authoring.handed_out import handed_out_statements
from autograder.authoring.leak import Leak, find_leaks
from autograder.authoring.notebook import build_notebook, effort_text, written_ids
from autograder.authoring.template import conventions, template_folder
from autograder.authoring.wheel import build_wheel, write_zip
from autograder.basics import pins
from autograder.basics.words import FOLDER as LANGUAGES
from autograder.basics.words import Language, decimal, speaking, spoken, tr, translated
from autograder.course.load import Course
from autograder.course.model import Assignment, Selection
from autograder.course.secret import course_secret
from autograder.course.source import partners, read_module
from autograder.errors import LeakError, UserError
from autograder.exams.bank import QUESTIONS, load_bank
from autograder.exams.practice import FILE as PRACTICE
from autograder.exams.practice import practice_file
from autograder.intake.signatures import asked_signatures
from autograder.jail.packages import STUDENTS

SCHEMA = 1
SHOWN_LEAKS = 8


@dataclass(frozen=True)
class ReleaseReport:
    path: Path
    """The student folder."""
    archive: Path
    """The same as a zip, which is what Colab's first cell asks for."""
    instructor: Path
    files: list[str] = field(default_factory=list)
    checked: int = 0
    """Files that the leak check looked into."""


# A format fills the student folder and the instructor folder; both exist and are empty.
Builder = Callable[[Course, Selection, Path, Path], None]


def make_release(
    course: Course,
    selection: Selection,
    out: Path,
    *,
    format: str = "plain",
    allow_draft: bool = False,
    language: str | None = None,
) -> ReleaseReport:
    """`language`: of gradmark's own words, if not that of the course."""
    with speaking(Language(language or course.language(selection.assignment), course.root)):
        return _make_release(course, selection, out, format, allow_draft)


def _make_release(course: Course, selection: Selection, out: Path, format: str, allow_draft: bool) -> ReleaseReport:
    name = selection.assignment.name
    if format not in FORMATS:
        raise UserError(f"there is no format {format!r}; there are: {', '.join(FORMATS)}")
    if selection.assignment.status == "draft" and not allow_draft:
        raise UserError(f"{name} is a draft (status in assignment.toml) and is not handed out; --draft releases it anyway")
    if not selection.exercises:
        raise UserError(f"no exercise of {name} was chosen")
    student, instructor, archive = out / name, out / f"{name}-instructor", out / f"{name}.zip"
    if student.exists() and not (student / "release.json").is_file():
        raise UserError(f"{student} exists and is not an earlier release; choose another --out or move it away")
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{name}-", dir=out) as work_name:
        work = Path(work_name)
        made, made_instructor, made_archive = work / name, work / instructor.name, work / archive.name
        made.mkdir()
        made_instructor.mkdir()
        FORMATS[format](course, selection, made, made_instructor)
        refuse_leaks(made, course, selection)
        files = release_files(made)
        write_zip(made_archive, {f"{name}/{file}": (made / file).read_bytes() for file in files})
        for new, place in [(made, student), (made_instructor, instructor), (made_archive, archive)]:
            _replace(new, place)
    return ReleaseReport(student, archive, instructor, files, len(files))


def refuse_leaks(folder: Path, course: Course, selection: Selection) -> None:
    leaks = find_leaks(folder, course, selection)
    if leaks:
        raise LeakError(leak_message(selection.assignment.name, leaks))


def leak_message(name: str, leaks: list[Leak]) -> str:
    lines = [f"  {leak}" for leak in leaks[:SHOWN_LEAKS]]
    if len(leaks) > SHOWN_LEAKS:
        lines.append(f"  and {len(leaks) - SHOWN_LEAKS} more")
    way_out = f"  If a passage may be public, put it into assignments/{name}/leaks_allowed.txt."
    count = f"{len(leaks)} place" + ("" if len(leaks) == 1 else "s")
    return "\n".join([f"{name} is not released: it would give answers away in {count}", *lines, way_out])


def release_files(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def _replace(new: Path, place: Path) -> None:
    if place.is_dir():
        shutil.rmtree(place)
    new.replace(place)


# --- the plain format -------------------------------------------------------------------------------


def _plain(course: Course, selection: Selection, student: Path, instructor: Path) -> None:
    name = selection.assignment.name
    write_notebook(course, selection, student / f"{name}.ipynb")
    copy_public(course, selection, student)
    write_practice(course, selection.assignment, student)
    wheel = build_wheel(student / "wheels")
    (student / "release.json").write_text(release_record(course, selection), encoding="utf-8")
    write_template(selection, student, wheel.name)
    _copy_catalogue(course, student)
    write_notebook(course, selection, instructor / f"{name}_solutions.ipynb", solutions=True)


def _copy_catalogue(course: Course, student: Path) -> None:
    """Of a language of the course's own: what checks say on the student's machine comes from it."""
    path = spoken().catalogue()
    if path is not None and path.is_relative_to(course.root / LANGUAGES):
        _copy(path, student / LANGUAGES / path.name)


def write_notebook(course: Course, selection: Selection, path: Path, *, solutions: bool = False) -> None:
    import nbformat

    path.write_text(nbformat.writes(build_notebook(course, selection, solutions=solutions)) + "\n", encoding="utf-8")


def copy_public(course: Course, selection: Selection, student: Path) -> None:
    """Public checks of the chosen modules, given/, and data."""
    folder = selection.assignment.folder
    for module in selection.modules():
        path = selection.assignment.concept(module).public
        if path.is_file():
            _refuse_reference(path)
            _copy(path, student / "public" / f"test_{module}.py")
        if (stages := selection.assignment.concept(module).stages).is_file():
            _copy(stages, student / "public" / f"stages_{module}.py")
    for path in sorted((folder / "given").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            _copy(path, student / "given" / path.relative_to(folder / "given"))
    if selection.assignment.data:
        export_data(selection.assignment, student / "data")
        _copy(template_folder() / "data" / "__init__.py", student / "data" / "__init__.py")


def write_practice(course: Course, assignment: Assignment, student: Path) -> None:
    """Questions for `quiz(...)`, where the assignment has any."""
    if (assignment.folder / QUESTIONS).is_file():
        entries = load_bank(course).of_folder(assignment.folder)
        (student / PRACTICE).write_text(practice_file(entries, course_secret(course)), encoding="utf-8")


def _refuse_reference(path: Path) -> None:
    """A public check has no reference to compare with; say so here and not on a student's machine."""
    for node in ast.walk(_parse(path)):
        if isinstance(node, ast.FunctionDef) and any(a.arg == "reference" for a in node.args.args):
            raise UserError(f"{path}:{node.lineno}: public checks cannot use the reference: students do not have it")


def _parse(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise UserError(f"{path}:{error.lineno}: {error.msg}") from None


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(source.read_bytes())


def release_record(course: Course, selection: Selection) -> str:
    """release.json: what a check on the student's side needs to know, and nothing else."""
    assignment = selection.assignment
    exercises = []
    for e in selection.exercises:
        source = read_module(assignment.reference, e.module)
        positions = {name: source.opaque_positions(name, e.opaque) for name in e.names}
        exercises.append(
            {
                "id": e.id,
                "title": e.title,
                "module": e.module,
                "names": e.names,
                "points": e.points,
                "forbid": e.forbid,
                "needs": e.needs,
                "partners": [p.id for p in partners(assignment, e)],
                "opaque": {name: places for name, places in positions.items() if places},
                "parameters": {name: source.parameters(name) for name in e.names},
                "signatures": {k: v for name in e.names for k, v in asked_signatures(source.definition(name)).items()},
                "must_return": [name for name in e.names if source.always_returns(name) and not e.is_test],
                "in_place": e.in_place,
                "seconds": e.seconds,
                "memory": e.memory,
                "runtime": e.runtime,
                "training": e.training,
            }
        )
    asked = set(written_ids(selection))
    record = {
        "schema": SCHEMA,
        "gradmark": __version__,
        "assignment": assignment.name,
        "set": selection.set_name,
        "title": _title(selection),
        "language": spoken().code,
        "notebook": f"{assignment.name}.ipynb",
        "exercises": exercises,
        "written": [{"id": w.id, "points": w.points} for w in assignment.written if w.id in asked],
        "handed_out": handed_out_statements(assignment),
    }
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def write_template(selection: Selection, student: Path, wheel: str) -> None:
    """README, requirements and what pytest needs, from student_template/."""
    template = template_folder()
    asked = set(written_ids(selection))
    rows = [
        f"| `{e.id}` | {', '.join(f'`{n}`' for n in e.names)} | {decimal(f'{e.points:g}')} | {effort_text(e)} |"
        for e in selection.exercises
    ]
    rows += [
        f"| `{w.id}` | {tr('an answer in words')} | {decimal(f'{w.points:g}')} | |"
        for w in selection.assignment.written
        if w.id in asked
    ]
    values = {
        "name": selection.assignment.name,
        "title": _title(selection),
        "summary": selection.assignment.summary.strip(),
        "table": "\n".join(rows),
        "first": selection.exercises[0].id,
        "conventions": conventions(),
        "wheel": wheel,
        "extra": "torch" if _uses_torch(student) else "",
        "packages": ", ".join(f"`{name}`" for name in packages_of(selection)),
    }
    for file in ["README.md", "requirements.txt", "conftest.py", "pytest.ini"]:
        text = (template / file).read_text(encoding="utf-8")
        text = Template(translated(text) if file == "README.md" else text).substitute(values)
        if file == "requirements.txt":
            text = pinned_requirements(text)
        (student / file).write_text(text.rstrip() + "\n", encoding="utf-8")
    (student / pins.FILE).write_text(pins.constraints(), encoding="utf-8")


def pinned_requirements(text: str) -> str:
    """The same list with the versions that were tested; remarks, options and files stay as they are."""
    lines = [line.strip() for line in text.splitlines()]
    found = [[line] if not line or line[0] in "#-./" else pins.pinned(line) for line in lines]
    return "\n".join(line for some in found for line in some)


def packages_of(selection: Selection) -> list[str]:
    """What the chosen exercises may import in grading."""
    found = [name for e in selection.exercises for name in STUDENTS[e.runtime]]
    return sorted(dict.fromkeys(found), key=lambda name: (name not in ("numpy", "torch"), name))


def _title(selection: Selection) -> str:
    chosen = selection.assignment.sets.get(selection.set_name or "")
    return chosen.title if chosen and chosen.title else selection.assignment.title


def _uses_torch(student: Path) -> bool:
    """Whether anything handed out imports torch: a stub's cell, the text's code, a check or given code."""
    texts = [p.read_text(encoding="utf-8") for p in student.rglob("*") if p.suffix in {".py", ".ipynb"}]
    return any(re.search(r"\b(import|from) torch\b", text) for text in texts)


def _bridge(module: str) -> Builder:
    """A format that leans on another tool: its code is imported when somebody asks for it."""

    def build(course: Course, selection: Selection, student: Path, instructor: Path) -> None:
        import_module(f"autograder.platforms.{module}").build(course, selection, student, instructor)

    return build


FORMATS: dict[str, Builder] = {
    "plain": _plain,
    "otter": _bridge("otter.release"),
    "nbgrader": _bridge("nbgrader.release"),
    "gradescope": _bridge("gradescope.release"),
}
