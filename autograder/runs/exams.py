"""The bodies of `gradmark exam make` and `gradmark exam grade`.

Grading runs nothing of a student's: answers are read as literals, and compared with what the reference says about the
numbers of that student. So there is no jail, no queue and no wait; the results are records like those of any hand-in.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from autograder.basics.csv_tables import cell, csv_text, read_dicts, uncell
from autograder.basics.files import replace_text
from autograder.basics.moments import parse_moment
from autograder.checks.finding import Finding
from autograder.course import Course
from autograder.course.secret import course_secret
from autograder.errors import UserError
from autograder.exams.check import check_question
from autograder.exams.draw import Variant
from autograder.exams.judge import Judged, judge
from autograder.exams.notebook import HandIn, Typed, answer_name, exam_notebook, read_hand_in, seal, typed_on_paper
from autograder.exams.sitting import RECORD, Candidate, Sitting, new_sitting, read_sitting
from autograder.gradebook.matching import match
from autograder.gradebook.roster import RosterStudent, read_roster
from autograder.grading.results import NOT_RUN, ExerciseResult, SubmissionResult, TestResult
from autograder.intake.find import survey
from autograder.intake.limits import IntakeError
from autograder.intake.naming import own_name
from autograder.intake.places import Found, found_to_json
from autograder.reports.class_numbers import Row, report
from autograder.reports.class_page import People, Run, class_page
from autograder.reports.exam_pages import QuestionStatistics, question_statistics, result_page, sheet_page
from autograder.reports.guide import ExerciseGuide, Guide
from autograder.reports.views import write_grades
from autograder.suites.outcome import Outcome

QUICK_DRAWS = 60
"""That an exam is tried with before it is made; `gradmark exam check` draws a thousand times."""
ATTEMPTS, TO_READ, STATISTICS = "attempts.json", "to_read.csv", "questions.csv"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NOTHING = "nothing was handed in"
READ_ONLY = "not needed, nothing is run"
"""In place of an isolation level."""


# --- make -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Made:
    out: Path
    students: int
    pdfs: int
    different: float
    """Share of pairs of students, over all questions, with different variants."""


def make(
    course: Course,
    name: str,
    roster: Path,
    out: Path,
    *,
    closes: str = "",
    pdf: bool = False,
    show: Callable[[str], None] = lambda line: None,
) -> Made:
    """Writes each student's notebook and printable page, and the keys for staff. The same roster gives the same exam."""
    people, _ = read_roster(roster)
    candidates = [Candidate(p.key, p.name, own_name(p.key), p.login, p.email) for p in people]
    sitting = new_sitting(course, name, candidates, closes)
    browser = find_browser() if pdf else ""
    secret = course_secret(course)
    for question in sitting.exam.points:
        problems = check_question(sitting.bank.entry(question), secret, QUICK_DRAWS).problems
        if problems:
            raise UserError(f"question {question!r} is not fit for an exam: {problems[0]}. See: gradmark exam check {name}")
    if (out / "students").exists() and not (out / RECORD).is_file():
        raise UserError(f"{out} holds something else; choose another --out")
    staff = out / "staff"
    staff.mkdir(parents=True, exist_ok=True)
    staff.chmod(0o700)
    codes: dict[str, dict[str, str]] = {}
    keys = [["student", "name", *(answer_name(i) for i, _ in enumerate(sitting.exam.points, 1))]]
    for candidate, variants in sitting.all_variants():
        folder = out / "students" / candidate.folder
        folder.mkdir(parents=True, exist_ok=True)
        notebook = exam_notebook(name, sitting.exam, candidate.key, candidate.name, variants, secret)
        replace_text(folder / f"{name}.ipynb", json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
        replace_text(folder / f"{name}.html", sheet_page(sitting.exam, candidate.name, candidate.key, variants))
        (staff / "keys").mkdir(exist_ok=True)
        page = sheet_page(sitting.exam, candidate.name, candidate.key, variants, with_key=True)
        replace_text(staff / "keys" / f"{candidate.folder}.html", page)
        codes[candidate.key] = {v.question.id: v.code for v in variants}
        keys.append([cell(candidate.key), cell(candidate.name), *(cell(v.shown_answer) for v in variants)])
        if browser:
            print_pdf(browser, folder / f"{name}.html", folder / f"{name}.pdf")
            show(f"{candidate.key}: {name}.pdf")
    replace_text(staff / "keys.csv", csv_text(keys))
    replace_text(out / RECORD, sitting.record(codes))
    return Made(out, len(candidates), len(candidates) if browser else 0, _different(codes))


def _different(codes: dict[str, dict[str, str]]) -> float:
    """How likely two neighbours have different variants of a question."""
    students = list(codes.values())
    pairs = [(a[q], b[q]) for a, b in pairwise(students) for q in a]
    return sum(one != other for one, other in pairs) / len(pairs) if pairs else 1.0


def find_browser() -> str:
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        raise UserError("--pdf needs Chromium or Chrome, and there is none; the .html pages can be printed from any browser")
    return found


def print_pdf(browser: str, page: Path, pdf: Path) -> None:
    with tempfile.TemporaryDirectory() as profile:
        as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
        quiet = ["--headless", "--disable-gpu", f"--user-data-dir={profile}", "--no-pdf-header-footer"]
        command = [browser, *quiet, *as_root, f"--print-to-pdf={pdf.resolve()}", page.resolve().as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode or not pdf.is_file():
        raise UserError(f"{page} could not be printed: {done.stderr.strip()[-300:]}")


# --- grade ------------------------------------------------------------------------------------------------------------


@dataclass
class Graded:
    out: Path
    results: list[SubmissionResult]
    statistics: list[QuestionStatistics]
    handed_in: int
    to_read: int
    held_back: str = ""
    """Until when students' pages are not written."""
    warnings: list[str] = field(default_factory=list)


@dataclass
class _Attempt:
    answers: dict[str, Typed]
    where: str
    problem: str = ""

    @property
    def digest(self) -> str:
        typed = {name: answer.text for name, answer in sorted(self.answers.items()) if not answer.is_blank}
        return hashlib.sha256(json.dumps(typed).encode()).hexdigest()


def grade(
    course: Course,
    made: Path,
    paths: list[Path],
    out: Path,
    *,
    now: float,
    marks: Path | None = None,
    replace: Iterable[str] = (),
) -> Graded:
    """Reads what was handed in (notebooks in any layout, or a table of what stands on paper), and writes everybody's result.

    `marks`: a table as `to_read.csv`, with points for the texts. `replace`: students whose second attempt counts. Until the
    exam closes nothing is written that a student might read.
    """
    sitting = read_sitting(course, made)
    graded = Graded(out, [], [], 0, 0)
    attempts = _collect(sitting, paths, graded.warnings)
    out.mkdir(parents=True, exist_ok=True)
    attempts = _one_attempt(out, attempts, set(replace), graded.warnings)
    read = _marks(sitting, marks) if marks else {}
    closes = parse_moment(sitting.exam.closes) if sitting.exam.closes else 0.0
    graded.held_back = sitting.exam.closes if now < closes else ""
    judged: dict[str, list[tuple[Variant, Judged]]] = defaultdict(list)
    waiting = [["student", "question", "answer", "points", "possible", "comment", "rubric"]]
    for candidate, variants in sitting.all_variants():
        attempt = attempts.get(candidate.key)
        folder = out / candidate.folder
        folder.mkdir(parents=True, exist_ok=True)
        if attempt is None or attempt.problem:
            why = attempt.problem if attempt else NOTHING
            result = _not_graded(sitting, candidate, why)
            if not graded.held_back:
                replace_text(folder / "feedback.html", result_page(sitting.exam, candidate.name, [], 0.0, {}, [why]))
        else:
            graded.handed_in += 1
            rows = []
            comments = {}
            for number, variant in enumerate(variants, 1):
                typed = attempt.answers.get(answer_name(number), Typed())
                found = _judged(variant, typed)
                question = variant.question.id
                points, comments[question] = read.get((candidate.key, question), (None, ""))
                if variant.question.kind == "text" and not typed.is_blank:
                    possible = sitting.exam.points[question]
                    said = "" if points is None else f"{points:g}"
                    line = [candidate.key, question, typed.text, said, f"{possible:g}", comments[question]]
                    waiting.append([cell(part) for part in [*line, variant.shown_answer]])
                    graded.to_read += points is None
                    if points is not None:
                        found = _read_by_person(points / possible)
                earned = round(found.share * sitting.exam.points[question], 4)
                rows.append((variant, typed, found, earned))
                judged[question].append((variant, found))
            result = _result(sitting, candidate, rows)
            if not graded.held_back:
                page = result_page(sitting.exam, candidate.name, rows, result.score, comments)
                replace_text(folder / "feedback.html", page)
        graded.results.append(result)
        replace_text(folder / "results.json", result.model_dump_json(indent=2) + "\n")
    write_grades(out, list(sitting.exam.points), graded.results)
    replace_text(out / TO_READ, csv_text(waiting))
    graded.statistics = _write_report(out, sitting, graded.results, judged)
    return graded


def _judged(variant: Variant, typed: Typed) -> Judged:
    if typed.problem:
        return Judged("unreadable", 0.0, note=typed.problem)
    return judge(variant, typed.value)


def _read_by_person(share: float) -> Judged:
    return Judged("right" if share >= 1 else "partly" if share > 0 else "wrong", share)


# --- whose, and which attempt ------------------------------------------------------------------------------------------


def _collect(sitting: Sitting, paths: list[Path], warnings: list[str]) -> dict[str, _Attempt]:
    """Student -> what they handed in. What is not clear is not graded, and said."""
    people = [RosterStudent(c.key, c.name, c.login, c.email) for c in sitting.candidates]
    found: dict[str, list[_Attempt]] = defaultdict(list)
    for path in (p for p in paths if p.suffix.lower() == ".csv"):
        for key, attempt in _on_paper(sitting, path):
            found[key].append(attempt)
    folders = [p for p in paths if p.suffix.lower() != ".csv"]
    hand_ins: list[Found] = []
    if folders:
        asked = [answer_name(i) for i, _ in enumerate(sitting.exam.points, 1)]
        seen = survey(folders, prefer=sitting.name, asked=asked)
        warnings += seen.warnings
        hand_ins = seen.found
    whose = match({each.name: found_to_json(each) for each in hand_ins}, people).matches
    secret = course_secret(sitting.course)
    for each in hand_ins:
        by_name = whose[each.name].students[0] if len(whose[each.name].students) == 1 else ""
        try:
            read = read_hand_in(each.read(prefer=sitting.name).main, str(each))
            key, problem = _owner(sitting, read, by_name, secret)
        except IntakeError as error:
            read, key, problem = HandIn(answers={}), by_name, error.for_staff
        if not key:
            warnings.append(f"{each}: {problem}")
            continue
        found[key].append(_Attempt(dict(read.answers), str(each), problem))
    return {key: _only(attempts) for key, attempts in found.items()}


def _owner(sitting: Sitting, read: HandIn, by_name: str, secret: bytes) -> tuple[str, str]:
    """(student, problem). A notebook says whose variant it is; the file's name or the platform says who handed it in."""
    known = {c.key for c in sitting.candidates}
    sealed = read.student if read.seal == seal(secret, read.exam, read.student) else ""
    if read.exam and read.exam != sitting.name:
        return by_name, f"this is a notebook of the exam {read.exam[:60]!r}; ask for the one of {sitting.name!r}"
    if sealed in known and by_name and by_name != sealed:
        return by_name, f"the notebook has the questions of {sealed}, and {by_name} handed it in: look at both"
    if sealed in known:
        return sealed, ""
    if by_name:  # a notebook whose metadata were lost on the way; the questions follow from the student alone
        return by_name, ""
    return "", "it does not say whose exam it is, and its name is on no roster; rename it to the student's id"


def _only(attempts: list[_Attempt]) -> _Attempt:
    """One attempt: two files with the same answers are one, two with different answers are for a person to decide."""
    if len({a.digest for a in attempts}) == 1:
        return min(attempts, key=lambda a: bool(a.problem))
    places = " and ".join(sorted(a.where for a in attempts)[:4])
    return _Attempt({}, places, f"there are {len(attempts)} different hand-ins: {places}. Take away those that do not count")


def _one_attempt(out: Path, attempts: dict[str, _Attempt], replace: set[str], warnings: list[str]) -> dict[str, _Attempt]:
    """What was graded first stays, whatever is handed in later, unless staff says otherwise."""
    path = out / ATTEMPTS
    before: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    kept = dict(attempts)
    for key, earlier in before.items():
        if key in replace:
            continue
        first = _Attempt({name: typed_again(text) for name, text in earlier["answers"].items()}, earlier["where"])
        now = attempts.get(key)
        if now is not None and (now.problem or now.digest != earlier["digest"]):
            warnings.append(f"{key}: another attempt in {now.where} was not graded; the first one counts (--replace {key})")
        kept[key] = first if now is None or now.problem or now.digest != earlier["digest"] else now
    record = {
        key: {
            "digest": attempt.digest,
            "where": attempt.where,
            "answers": {name: [t.text, t.problem, isinstance(t.value, str)] for name, t in attempt.answers.items()},
        }
        for key, attempt in sorted(kept.items())
        if not attempt.problem
    }
    replace_text(path, json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    return kept


def typed_again(kept: list[Any]) -> Typed:
    """An answer out of attempts.json."""
    text, problem, was_text = kept
    if problem:
        return Typed(text, None, problem)
    found = typed_on_paper(text)
    return Typed(text, text) if was_text and not isinstance(found.value, str) else found


def _on_paper(sitting: Sitting, path: Path) -> list[tuple[str, _Attempt]]:
    """A table: a column that says who, and q1, q2, ... with what stands on the sheet."""
    header, rows = read_dicts(path)
    who = next((c for c in header if c.strip().lower() in ("student", "id", "login", "email", "name")), None)
    if who is None or answer_name(1) not in header:
        raise UserError(
            f"{path}: a table of answers on paper has the columns student, q1, q2, ...; it has {', '.join(header[:6])}"
        )
    names = {name: c.key for c in sitting.candidates for name in (c.key, c.login, c.email, c.name) if name}
    found = []
    for line, row in rows:
        key = names.get(uncell(row[who]))
        if key is None:
            raise UserError(f"{path}:{line}: {row[who]!r} does not sit this exam")
        answers = {c: typed_on_paper(uncell(v)) for c, v in row.items() if c.startswith("q") and c[1:].isdigit() and v}
        found.append((key, _Attempt(answers, f"{path}:{line}")))
    return found


def _marks(sitting: Sitting, path: Path) -> dict[tuple[str, str], tuple[float, str]]:
    """(student, question) -> points and comment, of what a person has read."""
    header, rows = read_dicts(path)
    if not {"student", "question", "points"} <= set(header):
        raise UserError(f"{path}: marks have the columns student, question, points and comment, as {TO_READ} has")
    found = {}
    for line, row in rows:
        question, said = row["question"], row["points"].replace(",", ".")
        if not said:
            continue
        possible = sitting.exam.points.get(question)
        try:
            points = float(said)
        except ValueError:
            points = -1.0
        if possible is None or not 0 <= points <= possible:
            raise UserError(f"{path}:{line}: {row['points']!r} points for {question!r}: it is worth 0 to {possible or 0:g}")
        found[uncell(row["student"]), question] = (points, uncell(row.get("comment", "")))
    return found


# --- records and report ------------------------------------------------------------------------------------------------


def _result(sitting: Sitting, candidate: Candidate, rows: list[tuple[Variant, Typed, Judged, float]]) -> SubmissionResult:
    exercises = []
    for variant, typed, found, earned in rows:
        question, possible = variant.question.id, sitting.exam.points[variant.question.id]
        first = found.misconceptions[0] if found.misconceptions else None
        outcome = {"right": Outcome.PASSED, "waiting": Outcome.INCONCLUSIVE}.get(found.state, Outcome.FAILED)
        what = {
            "blank": "there is no answer",
            "unreadable": f"the answer could not be read: {found.note}",
            "waiting": "a person will read this answer",
        }.get(found.state, "" if found.state == "right" else f"the answer is not {variant.shown_answer}")
        test = TestResult(
            id=f"{question}::answer",
            title=variant.question.name,
            outcome=outcome,
            earned=earned,
            possible=possible,
            finding=Finding(what, unwritten=found.state == "blank"),
            detail=f"answered {typed.text[:300]!r}; right is {variant.shown_answer!r}",
            mistake=first.mistake if first else None,
            hint=first.because if first else "",
        )
        staff = [f"could not be read: {typed.text[:200]!r}"] if found.state == "unreadable" else []
        exercises.append(ExerciseResult(id=question, earned=earned, possible=possible, tests=[test], for_staff=staff))
    score = round(sum(e.earned for e in exercises), 4)
    return SubmissionResult(
        submission=candidate.folder,
        assignment=sitting.name,
        score=score,
        possible=sitting.exam.possible,
        exercises=exercises,
        isolation=READ_ONLY,
    )


def _not_graded(sitting: Sitting, candidate: Candidate, why: str) -> SubmissionResult:
    return SubmissionResult(
        submission=candidate.folder,
        assignment=sitting.name,
        score=0.0,
        possible=sitting.exam.possible,
        exercises=[],
        not_gradable=why,
        isolation=NOT_RUN,
    )


def _write_report(
    out: Path, sitting: Sitting, results: list[SubmissionResult], judged: dict[str, list[tuple[Variant, Judged]]]
) -> list[QuestionStatistics]:
    questions = list(sitting.exam.points)
    titles = {q: sitting.bank.entry(q).question.name for q in questions}
    rows = [Row.of(result) for result in results if result.not_gradable != NOTHING]
    items = {item.id: item for item in report(rows, questions).exercises} if rows else {}
    statistics = [
        question_statistics(
            titles[q],
            q,
            [found for _, found in judged[q]],
            [variant.code for variant, _ in judged[q]],
            items[q].mean,
            items[q].discrimination,
        )
        for q in questions
        if judged[q] and q in items
    ]
    guide = Guide(sitting.exam.title, {q: ExerciseGuide(titles[q]) for q in questions})
    names = {c.folder: c.name for c in sitting.candidates}
    missing = [names[r.submission] for r in results if r.not_gradable == NOTHING]
    people = People(names=names, missing=missing, students=len(results))
    replace_text(out / "index.html", class_page(rows, guide, questions, Run("done", len(rows)), people, statistics))
    table: list[list[str]] = [
        ["question", "students", "difficulty", "discrimination", "right", "blank", "unreadable", "other wrong"]
    ]
    table[0] += ["wrong answer", "students who gave it", "explanation"]
    for s in statistics:
        discrimination = "" if s.discrimination is None else f"{s.discrimination:.3f}"
        facts = [s.id, s.students, f"{s.difficulty:.3f}", discrimination, s.right, s.blank, s.unreadable, s.other]
        wrong = [[w.id, w.students, w.because] for w in s.distractors] or [["", "", ""]]
        table += [[cell(str(part)) for part in [*facts, *each]] for each in wrong]
    replace_text(out / STATISTICS, csv_text(table))
    return statistics
