"""An exam from its set to everybody's score: made, handed in by a class of a hundred, graded, looked at."""

from __future__ import annotations

import csv
import json
import random
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from autograder.course import Course
from autograder.errors import UserError
from autograder.exams.draw import Variant
from autograder.exams.judge import judge
from autograder.exams.sitting import read_sitting
from autograder.gradebook.book import Gradebook
from autograder.runs.exam_grading import Graded, grade
from autograder.runs.exams import make

NOW = 2_000_000_000.0
"""Long after every exam of these tests has closed."""


def roster(path: Path, count: int) -> Path:
    lines = ["id,name,email", *(f"s{i:03},Student {i:03},s{i:03}@example.org" for i in range(count))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def exam_course(our_course: Course, tmp_path_factory: pytest.TempPathFactory) -> Course:
    """Our course with a secret of its own."""
    root = tmp_path_factory.mktemp("course")
    for name in ("assignments", "reference"):
        (root / name).symlink_to(our_course.root / name)
    return Course(root)


def typed(variant: Variant, key: str) -> str:
    """What a student writes whose answer has this key."""
    q = variant.question
    if q.kind == "number":
        return repr(int(key) / 10**q.places) if q.places else key
    if q.kind == "shape":
        return f"({key},)"
    if q.kind == "truth":
        return f"({key.startswith('T')}, {key.rpartition(':')[2]!r})"
    return repr(key)


def fill(notebook: Path, answers: dict[str, str], out: Path) -> Path:
    """Types answers into the cells of a notebook, as a person would."""
    data = json.loads(notebook.read_text(encoding="utf-8"))
    for cell in data["cells"]:
        name = cell["metadata"].get("gradmark", {}).get("answer")
        if name in answers:
            cell["source"] = answers[name] if cell["cell_type"] == "markdown" else f"{name} = {answers[name]}"
    out.write_text(json.dumps(data), encoding="utf-8")
    return out


@dataclass
class SimulatedClass:
    made: Path
    graded: Graded
    expected: dict[str, float]
    chosen: dict[str, dict[str, int]]
    """Question -> mistake -> how many students made it."""


@pytest.fixture(scope="module")
def simulated(exam_course: Course, tmp_path_factory: pytest.TempPathFactory) -> SimulatedClass:
    """A hundred students answer twenty questions: right, with a listed mistake, with nonsense, or not at all."""
    place = tmp_path_factory.mktemp("sitting")
    people = roster(place / "roster.csv", 100)
    made = make(exam_course, "midterm", people, place / "exams", closes="2020-01-01T12:00").out
    sitting = read_sitting(exam_course, made)
    chance = random.Random(20)
    hand_ins = place / "hand-ins"
    hand_ins.mkdir()
    expected: dict[str, float] = {}
    chosen: dict[str, dict[str, int]] = {}
    marks = [["student", "item", "points", "comment"]]
    for number, (candidate, variants) in enumerate(sitting.all_variants()):
        ability = number / 100
        if number in (17, 55):
            expected[candidate.key] = 0.0  # handed in nothing
            continue
        answers, score = {}, 0.0
        for place_in_exam, v in enumerate(variants, 1):
            name, points = f"q{place_in_exam}", sitting.exam.points[v.question.id]
            draw = chance.random()
            whole = [m for m in v.misconceptions if v.question.kind in ("number", "shape", "choice")]
            if v.question.kind == "text":
                answers[name] = "It makes images more varied, *so that* <b>nothing</b> is memorised."
                marks.append([candidate.key, v.question.id, f"{number % 4}", "see above"])
                score += number % 4
            elif draw < 0.2 + 0.7 * ability:
                answers[name] = typed(v, v.right)
                score += points
            elif draw < 0.95 and whole:
                wrong = chance.choice(whole)
                answers[name] = typed(v, wrong.key)
                score += points * wrong.credit
                counts = chosen.setdefault(v.question.id, {})
                counts[wrong.mistake] = counts.get(wrong.mistake, 0) + 1
            elif draw < 0.97:
                answers[name] = "open('/etc/passwd').read()"
        expected[candidate.key] = round(score, 4)
        notebook = made / "students" / candidate.folder / "midterm.ipynb"
        fill(notebook, answers, hand_ins / f"{candidate.key}.ipynb")
    table = place / "marks.csv"
    with table.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(marks)
    graded = grade(exam_course, made, [hand_ins], place / "graded", now=NOW, marks=table)
    return SimulatedClass(made, graded, expected, chosen)


def test_every_score_of_a_hundred_is_right(simulated: SimulatedClass):
    found = {r.key: r.final for r in simulated.graded.rows}
    assert len(found) == 100 and found == pytest.approx(simulated.expected)
    assert len({round(score, 3) for score in found.values()}) > 30
    with (simulated.graded.out / "grades.csv").open(encoding="utf-8") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert {key: float(row["score"]) for key, row in rows.items()} == pytest.approx(simulated.expected)
    assert rows["s017"]["note"] == "nothing was handed in"
    assert (simulated.graded.handed_in, simulated.graded.to_read) == (98, 0)


def test_the_report_says_how_hard_and_how_telling_each_question_was(simulated: SimulatedClass):
    statistics = {s.id: s for s in simulated.graded.statistics}
    assert len(statistics) == 20 and all(s.students == 98 for s in statistics.values())
    for question, counts in simulated.chosen.items():
        shown = {d.id: d.students for d in statistics[question].distractors}
        assert shown == {m: n for m, n in counts.items() if m in shown}
        assert sum(shown.values()) >= 0.7 * sum(counts.values())
    telling = [s.discrimination for s in statistics.values() if s.discrimination is not None]
    assert len(telling) == 20 and sum(d > 0.2 for d in telling) >= 15  # able students have more of everything
    assert all(0.3 < s.difficulty < 0.9 for s in statistics.values() if s.id != "augmentation_why")
    page = (simulated.graded.out / "index.html").read_text(encoding="utf-8")
    assert 'id="questions"' in page and "Each output value" not in page
    assert (simulated.graded.out / "questions.csv").read_text(encoding="utf-8").count("\n") > 40


def test_two_students_have_the_same_questions_with_other_numbers(simulated: SimulatedClass, exam_course: Course):
    sitting = read_sitting(exam_course, simulated.made)
    codes = [sitting.codes[c.key] for c in sitting.candidates]
    for question in sitting.exam.points:
        assert len({own[question] for own in codes}) >= (3 if question == "augmentation_why" else 12), question


def test_what_a_student_typed_is_text_on_every_page(simulated: SimulatedClass):
    page = (simulated.graded.out / "s001" / "feedback.html").read_text(encoding="utf-8")
    assert "&lt;b&gt;nothing&lt;/b&gt;" in page and "<b>nothing</b>" not in page
    assert "see above" in page


def test_a_mistake_is_explained_to_the_student_who_made_it(simulated: SimulatedClass):
    with Gradebook(simulated.graded.out) as book:
        results = list(book.results().values())
    hints = [t["hint"] for r in results for e in r["exercises"] for t in e["tests"] if t["mistake"]]
    assert len(hints) > 200 and all(hints)
    result = next(r for r in results if any(t["mistake"] for e in r["exercises"] for t in e["tests"]))
    page = (simulated.graded.out / result["submission"] / "feedback.html").read_text(encoding="utf-8")
    assert 'class="hint"' in page


def test_students_get_no_key_and_no_secret(simulated: SimulatedClass, exam_course: Course):
    secret = (exam_course.root / ".gradmark" / "secret").read_text().strip()
    files = [p for p in (simulated.made / "students").rglob("*") if p.is_file()]
    assert len(files) == 200
    for path in files[:6]:
        text = path.read_text(encoding="utf-8")
        assert secret not in text and "Answer:</strong>" not in text and "because" not in text.lower().split("question")[0]
    assert (simulated.made / "staff").stat().st_mode & 0o077 == 0


def test_a_sheet_has_formulas_as_mathml_and_a_line_for_each_answer(simulated: SimulatedClass):
    page = (simulated.made / "students" / "s000" / "midterm.html").read_text(encoding="utf-8")
    assert page.count('<section class="question"') == 20 and "<math" in page
    assert "$" not in page.partition("<main")[2]
    key = (simulated.made / "staff" / "keys" / "s000.html").read_text(encoding="utf-8")
    assert key.count("<strong>Answer:</strong>") == 20


# --- a few students, and what can go wrong ------------------------------------------------------------------------------


@pytest.fixture
def small(exam_course: Course, tmp_path: Path) -> Path:
    made = make(exam_course, "final", roster(tmp_path / "roster.csv", 4), tmp_path / "exams", closes="2020-01-01").out
    (tmp_path / "in").mkdir()
    return made


def answers_of(course: Course, made: Path, student: int) -> dict[str, str]:
    sitting = read_sitting(course, made)
    variants = sitting.variants(sitting.candidates[student])
    return {f"q{i}": typed(v, v.right) for i, v in enumerate(variants, 1) if v.right}


def hand_in(made: Path, student: int, answers: dict[str, str], name: str = "") -> Path:
    out = made.parent / "in" / (name or f"s{student:03}.ipynb")
    out.parent.mkdir(exist_ok=True)
    return fill(made / "students" / f"s{student:03}" / "final.ipynb", answers, out)


def graded(course: Course, made: Path, *paths: Path, **options: Any) -> Graded:
    return grade(course, made, list(paths) or [made.parent / "in"], made.parent / "graded", **{"now": NOW, **options})


def test_before_it_closes_no_page_for_students_is_written(exam_course: Course, tmp_path: Path):
    people = roster(tmp_path / "roster.csv", 2)
    made = make(exam_course, "final", people, tmp_path / "exams", closes="2033-05-20T12:00").out
    hand_in(made, 0, {"q1": "3"})
    early = graded(exam_course, made, now=1_900_000_000.0)
    assert early.held_back == "2033-05-20T12:00" and not list((made.parent / "graded").rglob("feedback*"))
    late = graded(exam_course, made, now=2_100_000_000.0)
    assert not late.held_back and len(list((made.parent / "graded").rglob("feedback.html"))) == 1


def test_one_attempt_counts_unless_staff_says_otherwise(exam_course: Course, small: Path):
    right = answers_of(exam_course, small, 0)
    hand_in(small, 0, {"q1": "1"})
    assert graded(exam_course, small).rows[0].score == 0
    hand_in(small, 0, right)
    again = graded(exam_course, small)
    assert again.rows[0].score == 0 and "another attempt" in again.warnings[0]
    replaced = graded(exam_course, small, replace=["s000"])
    assert replaced.rows[0].score == 46  # all but the text, which a person reads


def test_two_different_hand_ins_of_one_student_are_for_a_person(exam_course: Course, small: Path):
    right = answers_of(exam_course, small, 1)
    hand_in(small, 1, right, "s001.ipynb")
    hand_in(small, 1, {"q1": "1"}, "again/copy.ipynb")
    (row,) = [r for r in graded(exam_course, small).rows if r.key == "s001"]
    assert "2 different hand-ins" in row.not_gradable


def test_the_notebook_of_another_student_is_not_graded_as_ones_own(exam_course: Course, small: Path):
    shutil.copy(hand_in(small, 2, answers_of(exam_course, small, 2), "x.ipynb"), small.parent / "in" / "s003.ipynb")
    (small.parent / "in" / "x.ipynb").unlink()
    rows = {r.key: r for r in graded(exam_course, small).rows}
    assert "the notebook has the questions of s002, and s003 handed it in" in rows["s003"].not_gradable
    assert rows["s002"].status == "missing"


def test_a_forged_seal_is_not_believed(exam_course: Course, small: Path):
    path = hand_in(small, 2, {"q1": "1"}, "unnamed.ipynb")
    path.write_text(path.read_text(encoding="utf-8").replace('"student": "s002"', '"student": "s001"'), encoding="utf-8")
    done = graded(exam_course, small)
    assert all(r.status == "missing" for r in done.rows) and "does not say whose exam it is" in done.warnings[0]


def test_answers_on_paper_count_the_same(exam_course: Course, small: Path):
    right = answers_of(exam_course, small, 1)
    table = small.parent / "paper.csv"
    bare = {name: text.strip("'\"") for name, text in right.items()}
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["student", *bare])
        writer.writeheader()
        writer.writerow({"student": "Student 001", **bare})
    rows = {r.key: r.score for r in graded(exam_course, small, table).rows}
    assert rows["s001"] == 46


def test_what_is_no_notebook_is_a_row_that_says_so(exam_course: Course, small: Path):
    (small.parent / "in" / "s000.ipynb").write_text("<html>", encoding="utf-8")
    (row, *_) = graded(exam_course, small).rows
    assert "web page" in row.not_gradable and row.score == 0


def test_a_changed_question_is_noticed(small: Path, our_course: Course, tmp_path: Path, exam_course: Course):
    changed = tmp_path / "changed"
    shutil.copytree(our_course.root / "assignments", changed / "assignments", ignore=shutil.ignore_patterns("__pycache__"))
    (changed / "reference").symlink_to(our_course.root / "reference")
    shutil.copytree(exam_course.root / ".gradmark", changed / ".gradmark")
    path = changed / "assignments/05_convolution/questions.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("n = [28, 32, 48, 64, 96]", "n = [27, 33, 49]"), encoding="utf-8")
    hand_in(small, 0, {"q1": "1"})
    with pytest.raises(UserError, match="question 'conv_output_size' was changed since this exam was made"):
        graded(Course(changed), small)


def test_typing_the_key_earns_all_points_in_any_cell(exam_course: Course, small: Path):
    """Answers in one cell, in cells of their own, and with a broken cell between them."""
    right = answers_of(exam_course, small, 3)
    path = hand_in(small, 3, {})
    data = json.loads(path.read_text(encoding="utf-8"))
    lines = [f"{name} = {text}  # mine" for name, text in right.items()]
    code = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    data["cells"] += [{**code, "source": "\n".join(lines[:9])}, {**code, "source": "\n".join([*lines[9:], "def broken("])}]
    path.write_text(json.dumps(data), encoding="utf-8")
    assert graded(exam_course, small).rows[3].score == 46


def test_judging_is_the_same_each_time(exam_course: Course, small: Path):
    sitting = read_sitting(exam_course, small)
    for candidate, variants in sitting.all_variants():
        again = sitting.variants(candidate)
        assert variants == again
        assert all(judge(v, "?").share == 0 for v in again)
