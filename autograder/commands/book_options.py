"""What the gradebook's verbs share: the output folder, the database, who decides."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from autograder.gradebook.book import Gradebook
    from autograder.gradebook.grades import Standing

OutArgument = Annotated[Path, typer.Argument(metavar="OUT", help="Output folder of `gradmark grade`.")]
WhoArgument = Annotated[str, typer.Argument(metavar="WHO", help="Student: id, login, e-mail or name; or a submission's name.")]
DbOption = Annotated[
    str | None,
    typer.Option("--db", help="Database, where it is not in the output folder: postgresql://USER@HOST/DATABASE."),
]
ByOption = Annotated[str | None, typer.Option("--by", help="Who decides this (default: your user name).")]
ReasonOption = Annotated[str, typer.Option("--reason", help="Why; it stays with the decision.")]
WithdrawOption = Annotated[bool, typer.Option("--withdraw", help="Take the earlier decision back.")]


def points(value: float | None) -> str:
    from autograder.reports.feedback import number

    return "" if value is None else number(value)


def need_value(value: str | None, withdraw: bool, what: str) -> None:
    from autograder.errors import UserError

    if value is None and not withdraw:
        raise UserError(f"give {what}, or --withdraw to take the earlier decision back")


def show_change(book: Gradebook, row: Standing, as_json: bool) -> None:
    """What a decision did to the grade of `row`, as it was before; the student's page follows at once."""
    import json

    from autograder.reports.refresh import refresh

    refresh(book, [row.key])
    now = next(r for r in book.standings() if r.key == row.key)
    if as_json:
        said = {
            "student": now.key,
            "name": now.name,
            "before": row.final,
            "final": now.final,
            "possible": now.possible,
        }
        print(json.dumps(said))
    else:
        print(f"{now.name}: {points(row.final)} -> {points(now.final)} of {points(now.possible)} points")
