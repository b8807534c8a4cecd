"""`gradmark override OUT WHO POINTS`: a person decides otherwise, and says why."""

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
    points: Annotated[str | None, typer.Argument(metavar="POINTS", help="What counts instead.")] = None,
    reason: ReasonOption = "",
    exercise: Annotated[str, typer.Option("--exercise", help="Only this exercise (default: the final grade).")] = "",
    withdraw: WithdrawOption = False,
    by: ByOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
) -> None:
    """Override an exercise's points or the final grade. The derived grade, the reason and who decided stay on record.

    Examples: `gradmark override graded jsmith 4 --exercise batchnorm_backward --reason "shown in the lab" --by "A. Otieno"`,
    `gradmark override graded jsmith --withdraw --reason "was the wrong Smith"`
    """
    from autograder.gradebook import deciding
    from autograder.gradebook.book import Gradebook
    from autograder.gradebook.ledger import who_am_i

    deciding.need_reason(reason)
    need_value(points, withdraw, "POINTS")
    with Gradebook(out, db) as book:
        row = book.find(who)
        deciding.override(book, row, exercise, None if withdraw else points, reason, by=who_am_i(by))
        show_change(book, row, as_json)
