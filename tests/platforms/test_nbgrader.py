"""A class through nbgrader's own commands: the same scores and hints as `gradmark grade`, and nothing that leaks."""

from __future__ import annotations

import html
import json
import re
import shutil
from html.parser import HTMLParser
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from autograder.course import Course
from autograder.course.secret import course_secret
from autograder.errors import UserError
from autograder.grading.results import SubmissionResult
from autograder.platforms.nbgrader.export import write
from autograder.platforms.nbgrader.version import NBGRADER, require_nbgrader
from tests.platforms.nbgrader_course import NbGraderCourse, code, is_test, marks

KINDS = ["reference", "mistake", "stub", "attack"]
LATE = "2026-03-02 10:00:00 UTC"
WARNING = "import sys, warnings\nprint('careful', file=sys.stderr)\nwarnings.warn('careful')"
SCRIPT = r"""Because <script>alert(1)</script> and [this](javascript:alert(2)) with $a<b$.
[1](javascript\:alert(3)) [2](<java&Tab;script:alert(4)>) ![3](attachment:missing.png) <a href='JaVaScRiPt:alert(5)'>x</a>
<svg/onload=alert(6)> <img src=x onerror=alert(7)> [4][d] <javascript:alert(8)> <details ontoggle=alert(9) open>

[d]: javascript\:alert(10)
"""
ODD_IDS = [
    "run.db",
    "run.db-wal",
    "index.html",
    "grades.csv",
    "gradebook",
    "Ana",
    "ana",
    "con",
    "Zo\u00eb",
    "Zoe\u0308",
    "a;=1+1",
    "x" * 90,
]


class Active(HTMLParser):
    """What would do something on a page, as a browser reads it; the page's own scripts are not the student's."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    @classmethod
    def of(cls, page: str) -> list[str]:
        parser = cls()
        parser.feed(page)
        return parser.found

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            address = re.sub(r"[\s\x00-\x20]", "", value or "").lower()
            scheme = address.partition(":")[0] if re.match(r"[a-z]+:", address) else ""
            if name.startswith("on") or (name in ("href", "src") and "script" in scheme):
                self.found.append(f"{tag} {name}={value}")
        if tag in ("svg", "details", "iframe", "object", "embed"):
            self.found.append(tag)
        self.tag = tag

    def handle_data(self, data: str) -> None:
        if getattr(self, "tag", "") == "script" and "alert(" in data:
            self.found.append(data)

    def handle_endtag(self, tag: str) -> None:
        self.tag = ""


def tampered(notebook: Any) -> None:
    """Test cells copied, in front of their originals, with other text and more points; all of them say that they pass."""
    for cell in [c for c in notebook["cells"] if is_test(c)]:
        copy = code("1000.0", nbgrader={**marks(cell), "points": 1000.0, "locked": False})
        cell["source"] = "100.0"
        cell["outputs"] = [{"output_type": "execute_result", "data": {"text/plain": "100.0"}, "metadata": {}}]
        notebook["cells"].insert(0, copy)


def without_marks(notebook: Any) -> None:
    """As after a trip through a tool that drops metadata, and without test cells."""
    notebook["cells"] = [c for c in notebook["cells"] if not is_test(c)]
    for cell in notebook["cells"]:
        cell["metadata"] = {}


def of_another_schema(notebook: Any) -> None:
    for cell in notebook["cells"]:
        if marks(cell):
            cell["metadata"]["nbgrader"]["schema_version"] = 1 if is_test(cell) else 99


def warns(notebook: Any) -> None:
    for cell in notebook["cells"]:
        if marks(cell).get("grade_id") == "soft_threshold-code":
            cell["source"] = re.sub(r"^(    return )", f"    {WARNING.replace(chr(10), '; ')}\n\\1", cell["source"], flags=re.M)


def without_kernel(notebook: Any) -> None:
    notebook["metadata"]["kernelspec"] = {"name": "no-such-kernel", "display_name": "none", "language": "apl"}


def answers_in_words(notebook: Any) -> None:
    for cell in notebook["cells"]:
        if marks(cell).get("solution") and cell["cell_type"] == "markdown":
            cell["source"] = SCRIPT


@pytest.fixture(scope="module")
def course(release: Any, students: Any, our_course: Course, tmp_path_factory: pytest.TempPathFactory) -> NbGraderCourse:
    """The class, autograded, with feedback."""
    instructor = release("nbgrader").instructor
    made = NbGraderCourse.made_from(instructor, tmp_path_factory.mktemp("nbgrader") / "course", "04_regularization")
    for kind in KINDS:
        students.hand_in(made.released, kind, made.place(kind))
    right, empty = students.fill(made.released, "reference"), students.fill(made.released, "stub")
    ran = made.folder / "ran"
    made.hand_in("runs", empty, lambda nb: nb["cells"].append(code(f"open({str(ran)!r}, 'w').write('!')")))
    for change in (without_marks, of_another_schema, warns, without_kernel, answers_in_words):
        made.hand_in(change.__name__, right, change)
    made.hand_in("tampered", empty, tampered)
    made.hand_in("again", empty)
    for name in ODD_IDS:
        made.hand_in(name, right)
    made.hand_in("late", right)
    (made.place("late").parent / "timestamp.txt").write_text(LATE)
    made.hand_in("linked", right)
    (made.place("linked").parent / "notes.txt").symlink_to(our_course.root / ".gradmark" / "secret")
    made.place("broken").write_text('{"cells": [')
    made.place("empty").write_text("")
    made.place("byte_order_mark").write_text(json.dumps(right), encoding="utf-8-sig")
    with (made.folder / "nbgrader_config.py").open("a") as config:
        config.write('c.LateSubmissionPlugin.penalty_method = "zero"\n')
    with made.gradebook() as gradebook:
        gradebook.update_or_create_assignment(made.name, duedate="2026-03-01 10:00:00 UTC")
    made.log = made.run("autograde", made.name)
    made.run("generate_feedback", made.name)
    return made


def earned(result: SubmissionResult) -> dict[str, float]:
    return {e.id: e.earned for e in result.exercises}


def auto_scores(course: NbGraderCourse, student: str) -> dict[str, float | None]:
    return {name: score for name, score in course.scores(student).items() if not name.endswith("-answer")}


# --- the release ------------------------------------------------------------------------------------------------


def test_students_get_what_nbgrader_makes_of_the_course_folder(course: NbGraderCourse, release: Any) -> None:
    checked = release("nbgrader").path
    made = {p.relative_to(checked): p.read_bytes() for p in checked.rglob("*") if p.is_file()}
    again = {p: (course.released.parent / p).read_bytes() for p in made}
    assert made == again and {Path("release.json"), Path("practice.quiz")} <= set(made)


def test_the_stubs_are_those_of_every_format(course: NbGraderCourse, students: Any, release: Any) -> None:
    import nbformat

    plain = nbformat.read(next(release("plain").path.glob("*.ipynb")), as_version=4)
    ours = nbformat.read(course.released, as_version=4)
    same = [(a.source.strip(), b.source.strip()) for a, b in zip(plain.cells, ours.cells) if not is_test(b)]
    assert len(plain.cells) == len(ours.cells)
    assert all(a == b for a, b in same)
    assert {marks(c)["grade_id"]: marks(c)["points"] for c in ours.cells if is_test(c)} == {
        e.id: e.points for e in students.selection.exercises
    }


def test_validate_tells_a_student_what_is_wrong(course: NbGraderCourse, students: Any) -> None:
    folder = course.released.parent
    students.hand_in(course.released, "reference", folder / "right.ipynb")
    said = course.run("validate", str(course.released), str(folder / "right.ipynb"))
    assert said.count("✘ soft_threshold: 0 of 2 checks pass") == 1, "for the stub, not for the right answer"
    assert said.count("You did not provide a response") == 2, "the question in words is not answered in either"
    assert "Traceback" not in said


# --- scores -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_scores_are_those_of_gradmark_grade(course: NbGraderCourse, truth: dict[str, SubmissionResult], kind: str) -> None:
    assert auto_scores(course, kind) == pytest.approx(earned(truth[kind]), abs=1e-6)


@pytest.mark.parametrize(
    "student",
    ["without_marks", "of_another_schema", "warns", "without_kernel", "answers_in_words", "linked", "byte_order_mark"],
)
def test_the_form_of_a_right_answer_costs_nothing(
    course: NbGraderCourse, truth: dict[str, SubmissionResult], student: str
) -> None:
    assert auto_scores(course, student) == earned(truth["reference"])


@pytest.mark.parametrize("student", ["tampered", "broken", "empty", "runs"])
def test_nothing_right_earns_nothing(course: NbGraderCourse, student: str) -> None:
    assert set(auto_scores(course, student).values()) == {0.0}


def test_no_code_of_a_student_runs_outside_the_jail(course: NbGraderCourse) -> None:
    assert not (course.folder / "ran").exists()
    assert "Kernel" not in course.log


def test_written_answers_wait_for_a_person(course: NbGraderCourse) -> None:
    with course.gradebook() as gradebook:
        for student, auto, waits in (("answers_in_words", None, True), ("reference", 0.0, False)):
            grade = gradebook.find_grade("l1_zeros-answer", course.name, course.name, student)
            assert (grade.auto_score, grade.needs_manual_grade, grade.max_score) == (auto, waits, 2.0)


def test_formgrader_finds_the_class_and_what_is_left_to_do(course: NbGraderCourse, truth: dict[str, SubmissionResult]) -> None:
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import Config

    config = Config({"CourseDirectory": {"root": str(course.folder), "course_id": "x"}})
    listed = {s["student"]: s for s in NbGraderAPI(config=config).get_submissions(course.name)}
    assert listed["mistake"]["score"] == pytest.approx(truth["mistake"].score, abs=1e-6)
    assert [s for s, row in listed.items() if row["needs_manual_grade"]] == ["answers_in_words"]
    assert {row["autograded"] for row in listed.values()} == {True}


def test_export_and_late_penalty(course: NbGraderCourse, truth: dict[str, SubmissionResult]) -> None:
    rows = course.exported()
    for kind in KINDS:
        assert float(rows[kind]["score"]) == pytest.approx(truth[kind].score, abs=1e-6)
    full = truth["reference"].possible
    assert (float(rows["late"]["raw_score"]), float(rows["late"]["score"])) == (full, 0.0)
    assert float(rows["reference"]["late_submission_penalty"]) == 0.0


@pytest.mark.slow
def test_a_resubmission_is_graded_anew_and_extra_credit_stays(
    course: NbGraderCourse, students: Any, truth: dict[str, SubmissionResult]
) -> None:
    with course.gradebook() as gradebook:
        gradebook.find_grade("soft_threshold", course.name, course.name, "again").extra_credit = 0.5
        gradebook.db.commit()
    students.hand_in(course.released, "reference", course.place("again"))
    course.run("autograde", course.name, "--student", "again", "--force")
    with course.gradebook() as gradebook:
        found = gradebook.find_submission(course.name, "again")
        assert found.score == truth["reference"].possible + 0.5


# --- feedback ---------------------------------------------------------------------------------------------------


def test_the_feedback_page_has_the_hints(course: NbGraderCourse, truth: dict[str, SubmissionResult]) -> None:
    hints = {t.hint for e in truth["mistake"].exercises for t in e.tests if t.hint}
    words = re.sub(r"<[^>]+>", "", html.unescape(course.feedback("mistake")))
    assert hints and all(hint.replace("`", "") in words for hint in hints)
    assert "cannot be shown" in course.feedback("broken") and "is not JSON" in course.feedback("broken")
    assert "the file is empty" in course.feedback("empty")


def test_a_text_of_a_student_is_no_script_on_a_graders_page(course: NbGraderCourse) -> None:
    page = course.feedback("answers_in_words")
    assert "alert(1)" in page and "$a&lt;" in page
    assert Active.of(page) == []


def test_the_pages_clean_what_is_active_by_themselves() -> None:
    """Also where a notebook was not read by us: what a student typed is rendered as nbconvert does, then cleaned."""
    from autograder.platforms.nbgrader.clean import clean_markdown

    page = clean_markdown(SCRIPT, {})
    assert 'src=""' in page and "$a&lt;b$" in page
    assert Active.of(page) == []
    picture = {"a.png": {"image/png": "aGk=", "image/svg+xml": "<svg onload=alert(1)>"}}
    assert 'src="data:image/png;base64,aGk="' in clean_markdown("![a](attachment:a.png)", picture)
    assert "<strong>bold</strong>" in clean_markdown("**bold** <https://example.org>", {})


def test_any_student_id_is_graded(course: NbGraderCourse, truth: dict[str, SubmissionResult]) -> None:
    """An id that is a file of the run, or another student's on some machines, is an id like any other."""
    wanted = earned(truth["reference"])
    assert {name: auto_scores(course, name) for name in ODD_IDS} == dict.fromkeys(ODD_IDS, wanted)
    out = course.folder / "gradmark" / course.name
    assert (out / "run.db").is_file() and (out / "index.html").is_file() and (out / "grades.csv").is_file()


def test_no_secret_in_what_students_get(course: NbGraderCourse, our_course: Course, students: Any) -> None:
    secret = course_secret(our_course)
    concepts = our_course.assignment("04").concepts()
    tests = [
        n
        for c in concepts
        if c.name in students.selection.modules()
        for n in re.findall(r"def (test_\w+)", c.hidden.read_text())
    ]
    public = "\n".join(c.public.read_text() for c in concepts)
    private = [t.encode() for t in tests if t not in public]
    assert private
    files = [p for part in ("release", "feedback") for p in (course.folder / part).rglob("*") if p.is_file()]
    assert len(files) > 20
    for path in files:
        content = path.read_bytes()
        assert secret not in content and secret.hex().encode() not in content, path
        assert not [name for name in private if name in content], path


# --- set-up -----------------------------------------------------------------------------------------------------


def test_a_course_that_is_not_there_ends_the_command_before_anything_runs(course: NbGraderCourse, tmp_path: Path) -> None:
    said = course.run("autograde", course.name, "--force", "--student", "stub", fails=True, GRADMARK_COURSE=str(tmp_path))
    assert "nbgrader_config.py: no course here" in said and "Traceback" not in said
    assert auto_scores(course, "stub")  # nothing was lost


def test_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    assert require_nbgrader() == NBGRADER.version
    monkeypatch.setattr(metadata, "version", lambda name: "0.8.5")
    with pytest.raises(UserError, match=r'0\.8\.5 is installed.*pip install "nbgrader==0\.9\.\*"'):
        require_nbgrader()

    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    with pytest.raises(UserError, match="pip install"):
        require_nbgrader()


def test_a_release_does_not_replace_a_course_in_use(small_course: Course, tmp_path: Path) -> None:
    from autograder.authoring.release import make_release

    (tmp_path / "01_example-instructor").mkdir()
    assignment = small_course.assignments()[0]
    place = tmp_path / f"{assignment.name}-instructor"
    place.mkdir(exist_ok=True)
    (place / "gradebook.db").touch()
    with pytest.raises(UserError, match="in use as an nbgrader course"):
        make_release(small_course, assignment.select(), tmp_path, format="nbgrader")
    assert (place / "gradebook.db").exists()


# --- gradmark export --to nbgrader ------------------------------------------------------------------------------


def test_export_into_a_gradebook(course: NbGraderCourse, truth: dict[str, SubmissionResult], tmp_path: Path) -> None:
    copy = NbGraderCourse(tmp_path, course.name)
    shutil.copy(course.folder / "gradebook.db", tmp_path)
    results = [
        truth[kind].model_copy(update={"submission": student})
        for kind, student in (("mistake", "stub"), ("reference", "broken"))
    ]

    def export(records: list[SubmissionResult], assignment: str = course.name) -> list[Path]:
        return write(records, tmp_path, database=copy.database, assignment=assignment)

    stranger = truth["reference"].model_copy(update={"submission": "stranger"})
    with pytest.raises(UserError, match="does not know stranger"):
        export([*results, stranger])
    with pytest.raises(UserError, match="has no assignment 'other'; it has: 04_regularization"):
        export(results, "other")
    with pytest.raises(UserError, match="has no test cell for batchnorm_forward"):
        unknown = stranger.exercises[0].model_copy(update={"id": "batchnorm_forward"})
        export([results[0].model_copy(update={"exercises": [unknown]})])
    assert set(auto_scores(copy, "stub").values()) == {0.0}, "a refused export has written nothing"

    assert export(results) == [tmp_path / "gradebook.db"]
    assert auto_scores(copy, "stub") == pytest.approx(earned(truth["mistake"]), abs=1e-6)
    assert auto_scores(copy, "broken") == earned(truth["reference"])
    hinted = next(e for e in truth["mistake"].exercises if any(t.hint for t in e.tests))
    with copy.gradebook() as gradebook:
        comment = gradebook.find_comment(f"{hinted.id}-code", copy.name, copy.name, "stub").comment
    assert "What it probably is" in comment
