"""`check("batchnorm_backward")` in a student's notebook: passes or says what is wrong, within a second."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

from autograder.basics.words import mark, tr, trn
from autograder.errors import UserError
from autograder.suites.outcome import Judgement, Outcome

LONGER = mark("Is there an endless loop? If it only needs longer: check(..., seconds=60), in a terminal --seconds 60.")
SIGNS = {Outcome.PASSED: "✔", Outcome.INCONCLUSIVE: "?"}


def check(exercise: str | None = None, seconds: float | None = None) -> None:
    """Runs the public checks of one exercise, or of all, on what is defined in this notebook right now.

    `seconds`: how long one check may take before it is stopped; 0 for no limit.
    """
    try:
        _check(exercise, seconds)
    except UserError as error:
        print(f"✘ {error}")


def _check(exercise: str | None, seconds: float | None) -> None:
    from autograder.student.checks import find_release, notebook_session, run_checks

    release = find_release()
    namespace = user_namespace()
    wanted = [exercise] if exercise else [e["id"] for e in release.exercises]
    for name in wanted:
        found = run_checks(release, [name], partial(notebook_session, release, namespace), seconds)
        print("\n".join(lines(name, found)))


def lines(name: str, found: list[tuple[Any, Judgement]]) -> list[str]:
    """What a check prints: a line a test, and below a failure what is wrong with the numbers that show it."""
    if not found:
        return [tr("%(exercise)s: there is no public check for this exercise", exercise=name)]
    passed = sum(judgement.passed for _, judgement in found)
    count = trn("%(passed)s of %(n)s check passes", "%(passed)s of %(n)s checks pass", len(found), passed=passed)
    text = [f"{'✔' if passed == len(found) else '✘'} {name}: {count}"]
    said = set()
    for test, judgement in found:
        text.append(f"  {SIGNS.get(judgement.outcome, '✘')} {test.title}")
        explanation = explain(judgement)
        if explanation and explanation not in said:
            said.add(explanation)
            text += [f"      {line}" for line in explanation.splitlines()]
    return text


def explain(judgement: Judgement) -> str:
    """The inputs of a public check are public, so everything may be said."""
    if judgement.passed:
        return ""
    failure = judgement.failure
    if isinstance(failure, AssertionError) and not judgement.finding:
        return str(failure) or tr("the check does not hold")
    if judgement.outcome is Outcome.TIMEOUT:
        return f"{judgement.finding.text}\n{tr(LONGER)}"
    detail = f"\n{judgement.detail}" if judgement.detail and "Traceback" not in judgement.detail else ""
    return (judgement.finding.text + detail).strip()


def user_namespace() -> dict:
    """The notebook's names: of IPython where there is one, else of the running script."""
    from autograder.student.checks import running_shell

    shell = running_shell()
    return shell.user_ns if shell is not None else vars(sys.modules["__main__"])
