"""A graded exam is a gradebook: decisions, pages, course grades, exports, and nothing for students before it closes."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from test_sittings import NOW, answers_of, fill, roster
from typer.testing import CliRunner

from autograder.cli import app
from autograder.course import Course
from autograder.desk.desk import Desk
from autograder.errors import UserError
from autograder.exams.sitting import read_sitting
from autograder.gradebook.book import Gradebook
from autograder.gradebook.course_book import grades_of_course
from autograder.platforms import exporting, returning
from autograder.runs.exam_grading import Graded, grade
from autograder.runs.exams import make
from autograder.runs.grade import Options, grade_found
from autograder.runs.regrade import regrade
from autograder.runs.replay import recorded


@pytest.fixture(scope="module")
def exam_course(our_course: Course, tmp_path_factory: pytest.TempPathFactory) -> Course:
    root = tmp_path_factory.mktemp("course")
    for name in ("assignments", "reference"):
        (root / name).symlink_to(our_course.root / name)
    return Course(root)


@pytest.fixture(scope="module")
def made(exam_course: Course) -> Path:
    """Four students; s000 has all right and a text, s001 the same without it, s002 a wrong notebook, s003 nothing."""
    place = exam_course.root / "exams"
    made = make(exam_course, "final", roster(exam_course.root / "roster.csv", 4), place, closes="2033-05-20T12:00").out
    (place / "in").mkdir()
    for student in (0, 1):
        answers = answers_of(exam_course, made, student)
        text = next(f"q{i}" for i, q in enumerate(read_sitting(exam_course, made).exam.points, 1) if q == text_of(exam_course))
        if student == 0:
            answers[text] = "It forgets, *since* <b>all</b> goes through one state."
        fill(made / "students" / f"s{student:03}" / "final.ipynb", answers, place / "in" / f"s{student:03}.ipynb")
    fill(made / "students" / "s001" / "final.ipynb", {"q1": "3"}, place / "in" / "s002.ipynb")
    return made


def text_of(course: Course) -> str:
    from autograder.exams.bank import load_bank

    bank = load_bank(course)
    (found,) = [q for q in bank.exam("final").points if bank.entry(q).question.kind == "text"]
    return found


def graded(course: Course, made: Path, **options: Any) -> Graded:
    return grade(course, made, [made / "in"], made / "graded", **{"now": NOW, **options})


def gradmark(*words: str) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


def test_one_line_for_everybody_and_decisions_count(exam_course: Course, made: Path) -> None:
    out, text = made / "graded", text_of(exam_course)
    done = graded(exam_course, made)
    assert {r.key: r.status for r in done.rows} == {
        "s000": "graded",
        "s001": "graded",
        "s002": "not gradable",
        "s003": "missing",
    }
    assert done.to_read == 1  # what was left blank is for nobody to read
    worth = done.rows[0].possible - 46
    gradmark("score", str(out), "s000", text, f"{worth:g}", "--comment", "Well said.")
    gradmark("override", str(out), "s001", "40", "--reason", "used a phone")
    gradmark("excuse", str(out), "s003", "--reason", "ill")
    gradmark("extra", str(out), "s000", "1", "--reason", "found a mistake")
    assert "not gradable" in gradmark("status", str(out))
    with (out / "grades.csv").open(encoding="utf-8") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert float(rows["s000"]["score"]) == 46 + worth + 1 and float(rows["s001"]["score"]) == 40
    assert rows["s000"][text] == f"{worth:g}" and rows["s003"]["note"] == "excused"
    again = graded(exam_course, made)  # decisions are in the gradebook, and stay
    assert (again.rows[0].final, again.to_read) == (46 + worth + 1, 0)


def test_students_read_nothing_before_it_closes(exam_course: Course, made: Path, tmp_path: Path) -> None:
    out = made / "graded"
    graded(exam_course, made, now=1_900_000_000.0)
    gradmark("score", str(out), "s000", text_of(exam_course), "1")
    with Gradebook(out) as book:
        with pytest.raises(UserError, match="closes 2033-05-20T12:00: until then no feedback is returned"):
            returning.give_back(book, "folder", tmp_path / "back")
        for target in ("canvas", "moodle", "gradescope", "otter", "nbgrader"):
            with pytest.raises(UserError, match="until then nothing is exported that students could see"):
                exporting.write(target, exporting.gather(book, database="sqlite:///x.db"), tmp_path / target)
        assert exporting.write("csv", exporting.gather(book), tmp_path / "csv").paths
    with Gradebook(out) as book, book.writing() as db:
        from autograder.gradebook import pending_regrade as holding

        plan = json.loads(holding.recall(db, "plan"))  # type: ignore[arg-type]
        plan["exam"]["closes"] = 1.0
        holding.remember(db, "plan", json.dumps(plan))
    with Gradebook(out) as book:
        returning.give_back(book, "folder", tmp_path / "back")
    pages = {p.name: p.read_text(encoding="utf-8") for p in (tmp_path / "back").rglob("*.html")}
    page = next(text for text in pages.values() if "Student 000" in text)
    assert "&lt;b&gt;all&lt;/b&gt;" in page and "<b>all</b>" not in page


def test_the_desk_shows_a_text_with_its_own_question_and_rubric(exam_course: Course, made: Path) -> None:
    out, text = made / "graded", text_of(exam_course)
    graded(exam_course, made)
    desk = Desk(out, by="ta")
    try:
        (reading,) = desk.readings(desk.now(), text)
        assert desk.reader.answer(reading.script, text).text.startswith("It forgets")
        sitting = read_sitting(exam_course, made)
        variant = next(v for v in sitting.variants(sitting.candidates[0]) if v.question.id == text)
        assert reading.script.exam[text]["asked"] == variant.prompt and desk.question(text).rubric
    finally:
        desk.close()


def test_what_makes_no_sense_for_an_exam_says_so(exam_course: Course, made: Path) -> None:
    out = made / "graded"
    graded(exam_course, made)
    with pytest.raises(UserError, match="final is an exam: grade it again with gradmark exam grade"):
        regrade(exam_course.root, "01", out)
    with pytest.raises(UserError, match="final is an exam: its answers were read and not run"):
        recorded(out, "s000")
    assert "is an exam" in str(CliRunner().invoke(app, ["similar", "final", "x", "--course", str(exam_course.root)]).exception)
    assignment = exam_course.assignment("01")
    with pytest.raises(UserError, match="final is an exam: grade it with gradmark exam grade"):
        grade_found(exam_course, assignment.select([assignment.exercise[0].id], None), [], out, Options(isolation="none"))


def test_the_course_counts_it(exam_course: Course, made: Path) -> None:
    graded(exam_course, made)
    found = grades_of_course(exam_course)
    assert found.labels == ("final",)
    assert {line.key: line.cells[0].state for line in found.lines}["s000"] == "graded"
