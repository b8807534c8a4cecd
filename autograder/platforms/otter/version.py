"""Which otter-grader this bridge was tried with. Its plugin relies on the order in which otter calls plugins."""

from __future__ import annotations

from autograder.platforms.tested_versions import Tested

OTTER = Tested("otter-grader", "7.0.", extras="[grading]")
FOR_STUDENTS = f"otter-grader=={OTTER.version}"


def require_otter() -> str:
    return OTTER.require()
