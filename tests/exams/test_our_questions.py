"""The questions of our own bank: enough of them, each fit for an exam."""

from __future__ import annotations

import pytest

from autograder.exams.bank import load_bank
from autograder.exams.check import DRAWS, check_question
from tests.course_samples import COURSE

BANK = load_bank(COURSE)
SECRET = b"any"
FEW = 25


def test_there_are_more_than_a_hundred_of_every_kind():
    kinds = {e.question.kind for e in BANK.entries.values()}
    assert len(BANK.entries) >= 100
    assert kinds == {"number", "shape", "choice", "several", "truth", "order", "text"}


def test_every_exam_fits_its_time():
    for exam in BANK.exams.values():
        assert sum(BANK.entry(q).question.minutes for q in exam.points) <= exam.minutes


@pytest.mark.parametrize("question", BANK.entries)
def test_a_question_is_fit_for_an_exam(question: str):
    assert check_question(BANK.entry(question), SECRET, FEW).problems == []


@pytest.mark.slow
@pytest.mark.parametrize("question", BANK.entries)
def test_a_question_is_fit_in_a_thousand_draws(question: str):
    """No two choices are equal, nothing is degenerate, and nothing gives the answer away."""
    assert check_question(BANK.entry(question), SECRET, DRAWS).problems == []
