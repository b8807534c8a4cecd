"""One exam, made for a class: who gets which variant, and the record that lets it be graded later.

    OUT/students/KEY/    what a student gets: the notebook, the printable page, its PDF
    OUT/staff/           the keys, and exam.json: who got what, by digest

Variants are never stored: they follow from the course secret and the student, and are drawn again for grading. The record's
digests show whether a question was changed in between; then it is not graded at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from autograder import __version__
from autograder.basics.moments import parse_moment
from autograder.course import Course
from autograder.course.secret import course_secret
from autograder.errors import UserError
from autograder.exams.bank import Bank, load_bank
from autograder.exams.draw import Variant, exam_variant
from autograder.exams.model import ExamSet

SCHEMA = 1
RECORD = Path("staff/exam.json")


@dataclass(frozen=True)
class Candidate:
    """Who sits the exam."""

    key: str
    name: str
    folder: str
    login: str = ""
    email: str = ""
    section: str = ""
    columns: dict[str, str] = field(default_factory=dict)
    """The roster's row, so that an export can give it back."""


@dataclass
class Sitting:
    course: Course
    bank: Bank
    name: str
    exam: ExamSet
    candidates: list[Candidate]
    codes: dict[str, dict[str, str]]
    """Student -> question -> digest of the variant; empty for an exam that is not made yet."""

    def variants(self, candidate: Candidate) -> list[Variant]:
        secret = course_secret(self.course)
        found = [exam_variant(self.bank.entry(q), secret, self.name, candidate.key) for q in self.exam.points]
        for variant in found:
            before = self.codes.get(candidate.key, {}).get(variant.question.id, variant.code)
            if before != variant.code:
                raise UserError(
                    f"question {variant.question.id!r} was changed since this exam was made (or the course secret was): what "
                    f"{candidate.key} was asked cannot be computed any more. Grade with the course as it was then"
                )
        return found

    def all_variants(self) -> Iterator[tuple[Candidate, list[Variant]]]:
        for candidate in self.candidates:
            yield candidate, self.variants(candidate)

    def record(self, codes: dict[str, dict[str, str]]) -> str:
        data = {
            "schema": SCHEMA,
            "gradmark": __version__,
            "exam": self.name,
            "set": self.exam.model_dump(exclude_defaults=True),
            "students": [asdict(candidate) for candidate in self.candidates],
            "variants": codes,
        }
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def new_sitting(course: Course, name: str, candidates: list[Candidate], closes: str = "") -> Sitting:
    """`closes`: when, if not as exams.toml says."""
    bank = load_bank(course)
    exam = bank.exam(name)
    if closes:
        parse_moment(closes)  # said now if it is no time
        exam = exam.model_copy(update={"closes": closes})
    return Sitting(course, bank, name, exam, candidates, {})


def read_sitting(course: Course, made: Path) -> Sitting:
    """Of a folder that `gradmark exam make` wrote."""
    path = made / RECORD
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if data["schema"] != SCHEMA:
            raise UserError(f"{path} was written by another gradmark ({data.get('gradmark')})")
        exam = ExamSet.model_validate(data["set"])
        candidates = [Candidate(**each) for each in data["students"]]
        return Sitting(course, load_bank(course), data["exam"], exam, candidates, data["variants"])
    except FileNotFoundError:
        raise UserError(f"{path} is missing: give the folder that gradmark exam make wrote") from None
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(f"{path} is damaged: {error}") from None
