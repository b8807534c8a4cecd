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
    need_value,
    show_change,
)
from autograder.commands.options import JsonOption


def command(
    out: OutArgument,
    who: WhoArgument,
    points: Annotated[str | None, typer.Argument(metavar="POINTS", help="Added after the late penalty.")] = None,
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
    from autograder.gradebook import deciding
    from autograder.gradebook.book import Gradebook
    from autograder.gradebook.ledger import who_am_i

    deciding.need_reason(reason)
    need_value(points, withdraw, "POINTS")
    with Gradebook(out, db) as book:
        row = book.find(who)
        deciding.give_extra(book, row, what, None if withdraw else points, reason, by=who_am_i(by))
        show_change(book, row, as_json)
