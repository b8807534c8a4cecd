"""The bar that a TA watches while other machines grade."""

from __future__ import annotations

import io

from rich.console import Console

from autograder.runs import grade
from autograder.store.queue import Progress


def test_hosts_at_work_are_named_and_many_are_counted():
    assert grade.hosts_in_words({}) == "waiting for graders"
    assert grade.hosts_in_words({"alpha": 1, "beta": 3}) == "on beta (3), alpha (1)"
    assert grade.hosts_in_words({f"node{n}": 1 for n in range(9)}).endswith("node3 (1) and 5 more")


def test_the_bar_shows_the_hosts(monkeypatch):
    shown = io.StringIO()
    monkeypatch.setattr("rich.console.Console", lambda **_: Console(file=shown, force_terminal=True, width=160))
    with grade.progress_bar(False, lambda: {"gpu[1]": 2}) as show:
        show(Progress(queued=3, leased=2, done=5))
    assert "5/10" in shown.getvalue() and "on gpu[1] (2)" in shown.getvalue()
