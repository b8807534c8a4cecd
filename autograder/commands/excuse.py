"""`gradmark excuse OUT WHO`: a student who need not hand this in."""

from __future__ import annotations

from autograder.commands.book_options import (
    ByOption,
    DbOption,
    OutArgument,
    ReasonOption,
    WhoArgument,
    WithdrawOption,
)


def command(
    out: OutArgument,
    who: WhoArgument,
    reason: ReasonOption = "",
    withdraw: WithdrawOption = False,
    by: ByOption = None,
    db: DbOption = None,
) -> None:
    """Excuse one student from this assignment: it is left out of the course's total, and exports leave the cell empty.

    Example: `gradmark excuse graded jsmith --reason "ill for three weeks, note seen"`
    """
    from autograder.gradebook import deciding
    from autograder.gradebook.book import Gradebook
    from autograder.gradebook.ledger import who_am_i
    from autograder.reports.refresh import refresh

    with Gradebook(out, db) as book:
        row = book.find(who)
        deciding.excuse(book, row, reason, by=who_am_i(by), withdraw=withdraw)
        refresh(book, [row.key])
    print(f"{row.name}: {'no longer excused' if withdraw else 'excused'}")
