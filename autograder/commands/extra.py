"""`gradmark extra OUT WHO POINTS`: extra credit."""

from __future__ import annotations

from typing import Annotated

import typer

from autograder.commands.book_options import (
    ByOption,
    DbOption,
    OutArgument,
    ReasonOption,
    WhoArgument,
    WithdrawOption,
    decide_and_show,
    need_reason,
    need_value,
)
from autograder.commands.options import JsonOption


def command(
    out: OutArgument,
    who: WhoArgument,
    points: Annotated[
        str | None, typer.Argument(metavar="POINTS", help="Added after the late penalty.")
    ] = None,
    what: Annotated[
        str, typer.Option("--for", help="What for; a second credit for the same thing replaces the first.")
    ] = "extra",
    reason: ReasonOption = "",
    withdraw: WithdrawOption = False,
    by: ByOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give extra credit: points on top, also beyond what is possible.

    Example: `gradmark extra graded jsmith 1.5 --for plots --reason "found an error in the notes"`
    """
    from autograder.gradebook.book import Gradebook
    from autograder.gradebook.scoresheet import points_of

    need_reason(reason)
    need_value(points, withdraw, "POINTS")
    with Gradebook(out, db) as book:
        value = None if withdraw or points is None else points_of(points, "")
        decide_and_show(book, book.find(who), as_json, "extra", by, item=what, value=value, reason=reason)
