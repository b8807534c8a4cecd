"""The body of `gradmark exam make`: everybody's notebook and page, and the keys for staff."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from autograder.basics.csv_tables import cell, csv_text
from autograder.basics.files import replace_text
from autograder.course import Course
from autograder.course.secret import course_secret
from autograder.errors import UserError
from autograder.exams.check import check_question
from autograder.exams.notebook import answer_name, exam_notebook
from autograder.exams.sitting import RECORD, Candidate, new_sitting
from autograder.gradebook.roster import read_roster
from autograder.intake.naming import own_name
from autograder.reports.exam_pages import sheet_page

QUICK_DRAWS = 60
"""That an exam is tried with before it is made; `gradmark exam check` draws a thousand times."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


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
    candidates = [Candidate(p.key, p.name, own_name(p.key), p.login, p.email, p.section, p.columns) for p in people]
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
