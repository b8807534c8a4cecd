"""A hand-in that answers something else: another assignment of the course, or another selection of this one."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from autograder.errors import UserError
from autograder.grading.plan import Plan
from autograder.intake.choosing import answered, set_up_of
from autograder.intake.limits import IntakeError
from autograder.intake.model import Slice
from autograder.intake.submission import Submission

_SHOWN = 4


def answers_something_else(plan: Plan, read: Submission, slices: Sequence[Slice]) -> IntakeError | None:
    """Why none of the exercises is answered, where that can be told: nothing of them is there, but something else is."""
    wanted = {name for e in plan.exercises for name in e.names}
    if not all(set(e.names) <= set(piece.missing) for e, piece in zip(plan.exercises, slices)):
        return None
    text = "\n".join(cell.source for cell in read.cells)
    here = plan.assignment_name
    own = _defined(text, [name for name in plan.asked if name not in wanted])
    other, names = _other_assignment(plan, text, wanted)
    asked = f"the notebook of {here}"
    if names and len(names) > len(own):
        return IntakeError(f"this is another assignment: it answers {other} ({_some(names)}), and nothing of {here}", asked)
    if own:
        return IntakeError(
            f"it answers other exercises of {here} ({_some(own)}), and none of those that are graded: {_some(sorted(wanted))}",
            f"{asked} that was set this time",
        )
    if other:
        return IntakeError(f"this is another assignment: its set-up cell is that of {other}, not of {here}", asked)
    return None


def _other_assignment(plan: Plan, text: str, wanted: Collection[str]) -> tuple[str, list[str]]:
    """The assignment that a hand-in answers most of, and what it defines of it."""
    best: tuple[str, list[str]] = ("", [])
    for folder in plan.course.folders():
        if folder.name == plan.assignment_name:
            continue
        try:
            assignment = plan.course.assignment(folder.name)
        except UserError:  # somebody is at work on it
            continue
        found = _defined(text, [name for e in assignment.exercise for name in e.names if name not in wanted])
        if len(found) > len(best[1]):
            best = folder.name, found
    if best[1]:
        return best
    return set_up_of(text, plan.assignment_name), []


def _defined(text: str, names: Collection[str]) -> list[str]:
    """By lines, without parsing: this runs in the grader's own process."""
    return [name for name in names if answered(text, [name])[0]] if answered(text, names)[0] else []


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_SHOWN])
    return shown + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
