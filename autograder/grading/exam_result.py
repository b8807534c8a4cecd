"""The answers of one student to an exam, judged: a result like that of any hand-in. Nothing of a student's is run.

Points of questions that a machine judges are exercises of the result. A text is for a person: it is among the answers, and its
points are in the gradebook, as those of any written question are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from autograder.checks.finding import Finding
from autograder.exams.draw import Variant
from autograder.exams.judge import Judged, judge
from autograder.exams.model import ExamSet
from autograder.exams.notebook import Typed, answer_name, question_markdown
from autograder.grading.results import NOT_RUN, ExamAnswer, ExerciseResult, SubmissionResult, TestResult
from autograder.suites.outcome import Outcome

READ_ONLY = "nothing is run"
"""In place of an isolation level."""


def exam_result(
    submission: str, exam: str, asked: ExamSet, variants: Sequence[Variant], answers: Mapping[str, Typed]
) -> SubmissionResult:
    """`answers`: q1, q2, ... -> what was typed."""
    exercises, read = [], []
    for number, variant in enumerate(variants, 1):
        typed = answers.get(answer_name(number), Typed())
        found = Judged("unreadable", 0.0, note=typed.problem) if typed.problem else judge(variant, typed.value)
        possible = asked.points[variant.question.id]
        read.append(_answer(variant, typed, found, possible))
        if not read[-1].is_text:
            exercises.append(_exercise(variant, typed, found, possible))
    return SubmissionResult(
        submission=submission,
        assignment=exam,
        score=round(sum(e.earned for e in exercises), 4),
        possible=judged_points(asked, variants),
        exercises=exercises,
        answers=read,
        isolation=READ_ONLY,
    )


def not_graded(
    submission: str, exam: str, asked: ExamSet, variants: Sequence[Variant], why: str, told: str
) -> SubmissionResult:
    """Of what is not clear. `why` is for staff, `told` for the student."""
    return SubmissionResult(
        submission=submission,
        assignment=exam,
        score=0.0,
        possible=judged_points(asked, variants),
        exercises=[],
        notes=[told],
        not_gradable=why,
        isolation=NOT_RUN,
    )


def judged_points(asked: ExamSet, variants: Sequence[Variant]) -> float:
    """Without texts."""
    return round(sum(asked.points[v.question.id] for v in variants if v.question.kind != "text"), 6)


def _answer(variant: Variant, typed: Typed, found: Judged, possible: float) -> ExamAnswer:
    return ExamAnswer(
        id=variant.question.id,
        title=variant.question.name,
        kind=variant.question.kind,
        possible=possible,
        asked=question_markdown(variant),
        typed="" if typed.is_blank else typed.text,
        right=variant.shown_answer,
        state=found.state,
        note=found.note,
        because={m.mistake: m.because for m in found.misconceptions},
        variant=variant.code,
    )


def _exercise(variant: Variant, typed: Typed, found: Judged, possible: float) -> ExerciseResult:
    question = variant.question.id
    first = found.misconceptions[0] if found.misconceptions else None
    earned = round(found.share * possible, 4)
    what = {
        "right": "",
        "blank": "there is no answer",
        "unreadable": f"the answer could not be read: {found.note}",
    }.get(found.state, f"the right answer is {variant.shown_answer}")
    test = TestResult(
        id=f"{question}::answer",
        title=variant.question.name,
        outcome=Outcome.PASSED if found.state == "right" else Outcome.FAILED,
        earned=earned,
        possible=possible,
        finding=Finding(what, unwritten=found.state == "blank"),
        detail=f"answered {typed.text[:300]!r}; right is {variant.shown_answer!r}",
        mistake=first.mistake if first else None,
        hint=first.because if first else "",
    )
    staff = [f"could not be read: {typed.text[:200]!r}"] if found.state == "unreadable" else []
    return ExerciseResult(id=question, earned=earned, possible=possible, tests=[test], for_staff=staff)
