"""The audit that is part of every test run: what changed since its proof, and a share of the others."""

from __future__ import annotations

from pathlib import Path

from autograder.auditing.proof import load_proofs
from autograder.course import find_course
from autograder.runs.audit import audit, choose
from autograder.runs.quick_audit import TURNS, changed_exercises, in_turn, quick_audit

ROOT = Path(__file__).parents[2]


def test_the_suites_of_this_course_hold():
    for budget in (90, 900):  # on a busy machine not one may be done in the time that there usually is
        found = quick_audit(find_course(ROOT), budget_seconds=budget)
        if found.verdicts:
            break
    print(f"audited: {[v.exercise.id for v in found.verdicts]}; no time for: {found.unfinished}")
    assert found.verdicts, "no exercise was audited"
    assert found.refusals == []


def test_every_exercise_of_this_course_has_its_turn_within_twenty_commits():
    everything = choose(find_course(ROOT), "all", None)
    turns = [in_turn(everything, turn) for turn in range(57, 57 + TURNS)]
    assert {e.id for turn in turns for _, e in turn} == {e.id for _, e in everything}
    assert max(map(len, turns)) <= len(everything) / TURNS + 1


def test_what_changed_is_audited_and_the_sample_rotates(workshop, monkeypatch):
    monkeypatch.setattr("autograder.runs.quick_audit.TURNS", 2)
    for name in ("one", "two"):
        workshop.copy(name)
        workshop.append("hidden", name, f"\n\ndef test_idle(student):\n    student.{name}(1.0)\n")
    first = quick_audit(workshop.course, changed=["two"], jobs=2, turn=0)
    assert (first.changed, first.sample) == (["two"], ["softplus"])
    assert first.refusals == ["two: no mistake or mutant fails two::test_idle: it proves nothing"]
    again = quick_audit(workshop.course, changed=["two"], jobs=2, turn=1)
    assert again.sample == ["one"] and len(again.refusals) == 2


def test_nothing_is_started_after_the_budget(workshop):
    found = quick_audit(workshop.course, budget_seconds=0)
    assert found.verdicts == [] and found.unfinished == ["softplus"]


def test_changed_is_what_no_proof_covers(workshop):
    chosen = choose(workshop.course, "01", None)
    assert changed_exercises(chosen) == {"softplus"}
    assert audit(workshop.course.root, "01", seeds=2) == 0
    assert load_proofs(workshop.course.assignment("01")) and changed_exercises(chosen) == set()
    workshop.append("mistakes", "softplus", "\nNEW = 1\n")
    assert changed_exercises(chosen) == {"softplus"}


def test_what_was_never_proven_in_a_draft_is_left_to_its_author(workshop):
    record = workshop.course.assignment("01").folder / "assignment.toml"
    record.write_text(record.read_text().replace('status = "ready"', 'status = "draft"'))
    chosen = choose(workshop.course, "01", None)
    assert changed_exercises(chosen) == set()
    found = quick_audit(workshop.course, turn=0)
    assert (found.changed, found.sample) == ([], [])
    assert audit(workshop.course.root, "01", seeds=2) == 0
    workshop.append("mistakes", "softplus", "\nNEW = 1\n")
    assert changed_exercises(chosen) == {"softplus"}
