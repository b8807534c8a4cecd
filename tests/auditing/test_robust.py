"""A broken mistake is told with its file and line, and an audit that tried nothing is never content."""

from __future__ import annotations

import pytest

from autograder.auditing.record import AuditRecord, SubjectRecord
from autograder.auditing.subject_trials import Wanted
from autograder.auditing.verdict import Verdict

BROKEN = """
MISTAKES.append(
    Mistake("softplus/broken", old={old!r}, new={new!r}, hint="It does not matter.")
)
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("np.maximum(x, 0) + ", "np.maximum(x, 0 + ", "is no longer valid Python"),
        (
            "no such text",
            "x",
            "appears 0 times in softplus.py's softplus, but must appear once: 'no such text'",
        ),
        ("", "x", "times in softplus.py's softplus, but must appear once"),
    ],
)
def test_a_mistake_that_cannot_be_made_is_told_with_its_place(workshop, old, new, words):
    workshop.append("mistakes", "softplus", BROKEN.format(old=old, new=new))
    verdict = workshop.audit("softplus", seeds=1, mutants=False)["softplus"]
    (finding,) = verdict.findings
    assert finding.kind == "error" and finding.refuses
    lines = workshop.file("mistakes", "softplus").read_text().splitlines()
    line = next(i for i, text in enumerate(lines, start=1) if "softplus/broken" in text)
    assert f"{workshop.file('mistakes', 'softplus')}:{line}: mistake softplus/broken" in finding.text
    assert words in finding.text


def test_a_mistake_of_another_exercise_is_told_with_its_place(workshop):
    workshop.append("mistakes", "softplus", BROKEN.replace("softplus/", "hardplus/").format(old="x", new="y"))
    verdict = workshop.audit("softplus", seeds=1, mutants=False)["softplus"]
    assert "softplus/mistakes.py:" in verdict.error and "hardplus/broken" in verdict.error


def test_an_exercise_without_tests_is_refused(workshop):
    suite = workshop.file("hidden", "softplus")
    suite.write_text(suite.read_text().replace("def test_", "def not_a_test_"))
    verdict = workshop.audit("softplus", seeds=1)["softplus"]
    assert verdict.refused and "softplus" in verdict.findings[0].text


def test_an_audit_on_no_seed_is_refused(workshop):
    verdict = workshop.audit("softplus", seeds=0, mutants=False)["softplus"]
    assert verdict.refused
    assert "tried on no seed" in "\n".join(f.text for f in verdict.findings)


@pytest.mark.parametrize(
    ("tests", "outcomes", "words"),
    [([], {0: ""}, "no test grades it"), (["test_a"], {}, "tried on no seed")],
)
def test_a_record_of_nothing_is_no_proof(workshop, tests, outcomes, words):
    exercise = workshop.course.assignment("01").get("softplus")
    row = SubjectRecord(kind="reference", id="reference", digest="", outcomes=outcomes)
    record = AuditRecord(key="", exercise="softplus", tests=tests, subjects={"reference:reference": row})
    verdict = Verdict(exercise, record)
    assert verdict.refused and words in verdict.findings[0].text


def test_training_exercises_get_at_least_one_seed(workshop):
    exercise = workshop.course.assignment("01").get("softplus").model_copy(update={"training": True})
    assert Wanted(seeds=2).seeds_of(exercise) == 1
