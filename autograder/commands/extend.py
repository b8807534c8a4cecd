"""`gradmark extend OUT WHO TIME`: a later deadline for one student."""

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
    time: Annotated[str | None, typer.Argument(metavar="TIME", help="How much longer: 12h, 3d, 1w.")] = None,
    reason: ReasonOption = "",
    withdraw: WithdrawOption = False,
    by: ByOption = None,
    db: DbOption = None,
    as_json: JsonOption = False,
) -> None:
    """Extend the deadline of one student. A second extension replaces the first.

    Example: `gradmark extend graded jsmith 3d --reason "ill, note seen"`
    """
    from autograder.gradebook import deciding
    from autograder.gradebook.book import Gradebook
    from autograder.gradebook.ledger import who_am_i

    deciding.need_reason(reason)
    need_value(time, withdraw, "TIME")
    with Gradebook(out, db) as book:
        row = book.find(who)
        deciding.extend(book, row, None if withdraw else time, reason, by=who_am_i(by))
        show_change(book, row, as_json)
