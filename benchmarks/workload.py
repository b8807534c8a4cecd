"""The small exercises of an assignment, for benchmarks that grade a class: taken from the course as it is."""

from __future__ import annotations

from autograder.course import Assignment, Exercise


def small_exercises(assignment: Assignment, count: int = 10) -> list[str]:
    """The first ids that ask for one function of numpy and need no other exercise."""
    small = [e.id for e in assignment.exercise if _is_small(assignment, e)]
    if len(small) < count:
        raise SystemExit(f"{assignment.name} has only {len(small)} small exercises; {count} are needed")
    return small[:count]


def _is_small(assignment: Assignment, exercise: Exercise) -> bool:
    if exercise.training or exercise.needs or len(exercise.names) > 1 or exercise.names[0][0].isupper():
        return False
    return "torch" not in assignment.concept(exercise.module).reference.read_text(encoding="utf-8")
