"""Trusted code in the student's place, in a process that meets several assignments: an exam, an audit of everything."""

import sys

from autograder.suites.trusted import trusted_session
from autograder.worker.modules import MemoryModules

TEXT = "from given.nets import width\ndef f(): return width"


def test_given_code_of_two_assignments_may_have_the_same_names():
    first, second = {"nets": "width = 4"}, {"nets": "width = 5", "data": ""}
    kept = trusted_session(TEXT, first).namespace["f"]
    assert trusted_session(TEXT, second).namespace["f"]() == 5
    assert trusted_session(TEXT, first).namespace["f"]() == kept() == 4


def test_sessions_leave_nothing_behind_that_piles_up():
    finders = lambda: sum(isinstance(finder, MemoryModules) for finder in sys.meta_path)
    trusted_session(TEXT, {"nets": "width = 0"})
    before = finders()
    for width in (1, 1, 2, 1):
        trusted_session(TEXT, {"nets": f"width = {width}"})
    assert finders() == before
