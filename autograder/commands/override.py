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
    decide_and_show,
    need_reason,
    need_value,
)
from autograder.commands.options import JsonOption


def command(
    out: OutArgument,
    who: WhoArgument,
    points: Annotated[str | None, typer.Argument(metavar="POINTS", help="What counts instead.")] = None,
    reason: ReasonOption = "",
    exercise: Annotated[
        str, typer.Option("--exercise", help="Only this exercise (default: the final grade).")
    ] = "",
    withdraw: WithdrawOption = False,
    by: ByOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
) -> None:
    """Override an exercise's points or the final grade. The derived grade, the reason and who decided stay on record.

    Examples: `gradmark override graded jsmith 4 --exercise batchnorm_backward --reason "shown in the lab" --by "A. Otieno"`,
    `gradmark override graded jsmith --withdraw --reason "was the wrong Smith"`
    """
    from autograder.errors import UserError
    from autograder.gradebook.book import Gradebook, rules_of
    from autograder.gradebook.scoresheet import points_of

    need_reason(reason)
    need_value(points, withdraw, "POINTS")
    with Gradebook(out, db) as book:
        rules = rules_of(book.snapshot())
        if exercise and exercise not in rules.points:
            raise UserError(f"there is no exercise {exercise!r} here; there are: {', '.join(rules.points)}")
        value = None if withdraw or points is None else points_of(points, "")
        most = rules.points[exercise] if exercise else rules.possible
        if value is not None and not 0 <= value <= most:
            raise UserError(
                f"{exercise or 'the assignment'} is worth 0 to {most:g} points, not {value:g}; for more, use: gradmark extra"
            )
        row = book.find(who)
        decide_and_show(book, row, as_json, "override", by, item=exercise, value=value, reason=reason)
