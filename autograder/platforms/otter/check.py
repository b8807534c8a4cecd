"""What `grader.check("...")` runs in a student's notebook: the public checks, as one otter test case."""

from __future__ import annotations

from functools import partial
from typing import Any

from autograder.errors import UserError


def check_public(exercise: str, namespace: dict[str, Any]) -> None:
    """Passes, or raises what the checks say: otter shows the text of an exception and nothing that is printed."""
    from autograder.student.checks import find_release, notebook_session, run_checks
    from autograder.student.notebook import lines

    try:
        release = find_release()
        found = run_checks(release, [exercise], partial(notebook_session, release, namespace))
    except UserError as error:
        raise AssertionError(str(error)) from None
    if not all(judgement.passed for _, judgement in found):
        raise AssertionError("\n".join(lines(exercise, found)))
