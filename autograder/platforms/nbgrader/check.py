"""What a test cell does in a student's notebook: the public checks, as an error where one fails.

`nbgrader validate` and the Validate button look for an error, so a failed check has to raise; what they show is the
error's text, so that text is the checks' own.
"""

from __future__ import annotations

import contextlib
import os
import sys
from functools import partial

from autograder.errors import UserError


class ChecksFailed(AssertionError):
    """Shown by IPython as its own lines, without the frames that led here."""

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


def check(exercise: str) -> None:
    """Runs the public checks of one exercise on what the notebook defines; prints them, or raises `ChecksFailed`."""
    from autograder.student.checks import find_release, notebook_session, run_checks
    from autograder.student.notebook import lines, user_namespace

    if os.environ.get("NBGRADER_EXECUTION") == "autograde":
        raise ChecksFailed(
            "Not graded: these points come from hidden checks, and nbgrader ran this cell itself. Run autograde in the "
            "course folder whose nbgrader_config.py calls autograder.platforms.nbgrader."
        )
    try:
        release, namespace = find_release(), user_namespace()
        # A warning that a student's code prints is no failure, but nbgrader takes anything on stderr for one.
        with contextlib.redirect_stderr(sys.stdout):
            found = run_checks(release, [exercise], partial(notebook_session, release, namespace))
    except UserError as error:
        raise ChecksFailed(f"✘ {error}") from None
    text = "\n".join(lines(exercise, found))
    if not all(judgement.passed for _, judgement in found):
        raise ChecksFailed(text)
    print(text)
